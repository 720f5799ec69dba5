import { defineEndpoint, jsonResponse } from '../../define-endpoint.ts';
import { openApiOf } from '../../pages/openapi.ts';

export const getOpenApi = defineEndpoint({ name: 'getOpenApi', run: async () => jsonResponse(openApiOf()) });
