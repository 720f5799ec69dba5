import { refuse } from '@retinue/protocol';
import { directCommands } from '../define-command.ts';

export const settingsCommands = directCommands({
  createProvider: ({ services, context, body }) => services.providers.create(context, body),
  changeProvider: ({ services, context, params, body }) => services.providers.update(context, params.providerId, body),
  deleteProvider: ({ services, context, params }) => services.providers.remove(context, params.providerId),
  testProvider: ({ services, context, params, body }) =>
    services.providers.test(context.workspaceId, params.providerId, body.modelId),

  setPrice: ({ services, context, params: { provider, modelId }, body }) =>
    services.prices.set(context, { provider, modelId, ...body }),
  removePrice: ({ services, context, params: { provider, modelId } }) =>
    services.prices.remove(context, { provider, modelId }),

  createSkill: ({ services, context, body }) => services.skills.create(context, body),
  changeSkill: ({ services, context, params, body }) => services.skills.update(context, params.skillId, body),
  deleteSkill: ({ services, context, params }) => services.skills.remove(context, params.skillId),

  createWebhook: ({ services, context, body }) => services.webhooks.create(context, body),
  changeWebhook: ({ services, context, params, body }) => services.webhooks.update(context, params.webhookId, body),
  deleteWebhook: ({ services, context, params }) => services.webhooks.remove(context, params.webhookId),
  testWebhook: ({ services, context, params }) => services.webhooks.test(context.workspaceId, params.webhookId),
  redeliver: ({ services, context, params }) =>
    services.webhooks.redeliver(context.workspaceId, params.webhookId, params.deliveryId),

  createWorkspace: ({ services, context, body }) => services.workspaces.create(context, body.name),
  async changeWorkspace({ services, context, body }) {
    const known = [...services.tools.list().map(({ name }) => name), 'askUser'];
    const names = body.deniedTools?.filter((name) => !known.includes(name)) ?? [];
    if (names.length > 0) return refuse('no-such-tool', { names, known });
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    return services.workspaces.change(context, given);
  },
  async removeDamagedSetting({ services, context, body }) {
    return { isRemoved: await services.workspaces.removeDamagedSetting(context, body) };
  },
});
