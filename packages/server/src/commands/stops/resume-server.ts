import { defineCommand } from '../define-command.ts';

export const resumeServer = defineCommand({
  name: 'resumeServer',
  async execute({ services }) {
    await services.stops.remove('server');
    return {};
  },
});
