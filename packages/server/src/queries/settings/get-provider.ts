import { refuse } from '@retinue/protocol';
import { defineQuery } from '../define-query.ts';

export const getProvider = defineQuery({
  name: 'getProvider',
  async answer({ services, context, params: { providerId } }) {
    const provider = await services.providers.find(context.workspaceId, providerId);
    return provider ?? refuse('no-such-provider', { providerId });
  },
});
