import { z } from '@retinue/server/extension';
import { columnSchema } from '../catalog/catalog.ts';

/* Answers of the data tools, as far as the rules read them. Tools of other extensions may answer with more. */
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

const { type: _type, description: _description, ...columnFields } = columnSchema.shape;
const columnReply = z.object({
  ...columnFields,
  values: z.array(z.string()).default([]),
  lowest: z.number().optional(),
  highest: z.number().optional(),
});
export type ColumnDetails = z.infer<typeof columnReply>;

export const detailsReply = z.object({
  datasetId: z.string(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  columns: z.array(columnReply),
});
export type Details = z.infer<typeof detailsReply>;

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type ResultRow = z.infer<typeof rowSchema>;
export const queryReply = z.object({ rows: z.array(rowSchema) });
export const calculateReply = z.object({ value: z.number() });
