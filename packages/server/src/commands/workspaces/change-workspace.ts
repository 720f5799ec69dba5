import { refuse } from '@retinue/protocol';
import { defineCommand } from '../define-command.ts';

export const changeWorkspace = defineCommand({
  name: 'changeWorkspace',
  async execute({ services, context, body }) {
    const names = [...services.tools.list().map(({ name }) => name), 'askUser'];
    const unknown = body.deniedTools?.filter((name) => !names.includes(name)) ?? [];
    if (unknown.length > 0) return refuse('no-such-tool', `${unknown.join(', ')}. There is: ${names.join(', ')}`);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await services.workspaces.change(context.workspaceId, given, context.ifVersion);
    return changed.refusal ?? changed.workspace;
  },
});
