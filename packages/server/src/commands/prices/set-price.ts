import { defineCommand } from '../define-command.ts';

export const setPrice = defineCommand({
  name: 'setPrice',
  execute({ services, context, params: { provider, modelId }, body }) {
    return services.prices.set(context, { provider, modelId, ...body });
  },
});
