import { defineCommand, unwrap } from '../define-command.ts';

export const setPrice = defineCommand({
  name: 'setPrice',
  execute({ services, context, params: { provider, modelId }, body }) {
    return unwrap(services.prices.set(context, { provider, modelId, ...body }));
  },
});
