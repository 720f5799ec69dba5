import { refuse } from '@retinue/protocol';
import { defineCommand } from '../define-command.ts';

export const changeWorkspace = defineCommand({
  name: 'changeWorkspace',
  async execute({ services, context, body }) {
    const known = [...services.tools.list().map(({ name }) => name), 'askUser'];
    const names = body.deniedTools?.filter((name) => !known.includes(name)) ?? [];
    if (names.length > 0) return refuse('no-such-tool', { names, known });
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return services.workspaces.change(context, given);
  },
});
