import { defineQuery } from '../define-query.ts';

export const listJobs = defineQuery({
  name: 'listJobs',
  answer: ({ services }) => ({ results: services.listJobs() }),
});
