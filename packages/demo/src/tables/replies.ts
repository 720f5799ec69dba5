import { z } from '@retinue/server/extension';

/* What the data tools answer, as far as the rules read it. A tool of another origin may answer with more. */
export const searchReply = z.object({
  matches: z.array(z.object({ datasetId: z.string(), title: z.string(), score: z.number() })),
  /** Titles of all datasets, when nothing matches. */
  others: z.array(z.string()).default([]),
});

export const listReply = z.object({
  datasets: z.array(
    z.object({
      title: z.string(),
      measures: z.array(z.string()),
      firstYear: z.number().nullable(),
      lastYear: z.number().nullable(),
    }),
  ),
});

const columnSchema = z.object({
  name: z.string(),
  title: z.string(),
  role: z.enum(['place', 'category', 'time', 'measure']),
  unit: z.string().nullable(),
  kind: z.enum(['flow', 'stock', 'rate']).nullable(),
  better: z.enum(['higher', 'lower']).nullable(),
  alsoCalled: z.array(z.string()),
  aliases: z.record(z.string(), z.array(z.string())),
  values: z.array(z.string()).default([]),
  lowest: z.number().optional(),
  highest: z.number().optional(),
});
export type ColumnDetails = z.infer<typeof columnSchema>;

export const detailsReply = z.object({
  datasetId: z.string(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  columns: z.array(columnSchema),
});
export type Details = z.infer<typeof detailsReply>;

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type ResultRow = z.infer<typeof rowSchema>;
export const queryReply = z.object({ rows: z.array(rowSchema) });
export const calculateReply = z.object({ value: z.number() });
