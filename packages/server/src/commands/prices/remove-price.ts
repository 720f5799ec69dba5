import { defineCommand, unwrapEmpty } from '../define-command.ts';

export const removePrice = defineCommand({
  name: 'removePrice',
  execute({ services, context, params: { provider, modelId } }) {
    return unwrapEmpty(services.prices.remove(context, { provider, modelId }));
  },
});
