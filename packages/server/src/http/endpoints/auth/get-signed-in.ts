import { signedIn } from '../../auth/signed-in.ts';
import { defineEndpoint } from '../../define-endpoint.ts';

export const getSignedIn = defineEndpoint({
  name: 'getSignedIn',
  run: ({ services, incoming }) => signedIn(services, incoming.principal),
});
