import { defineCommand } from '../define-command.ts';

export const removePrice = defineCommand({
  name: 'removePrice',
  execute({ services, context, params: { provider, modelId } }) {
    return services.prices.remove(context, { provider, modelId });
  },
});
