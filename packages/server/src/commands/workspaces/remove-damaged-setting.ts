import { defineCommand } from '../define-command.ts';

export const removeDamagedSetting = defineCommand({
  name: 'removeDamagedSetting',
  async execute({ services, context, body }) {
    return { isRemoved: await services.workspaces.removeDamagedSetting(context, body) };
  },
});
