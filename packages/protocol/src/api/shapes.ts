import { z } from 'zod';

/** Shapes that many routes share. */
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'whole-number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const position = whole(0, Number.MAX_SAFE_INTEGER);

/** Pages of at most 100, by offset or by the previous page's cursor. */
export const pageQuery = z.strictObject({
  limit: whole(1, 100).optional(),
  offset: whole(0, 1_000_000).optional(),
  cursor: z.string().max(200).optional(),
});

export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    results: z.array(item),
    /** For the next page; null at the end. */
    cursor: z.string().nullable(),
  });
}

export const done = z.strictObject({});

/** JSON whose shape is that of a type, such as folded state, and has no schema. */
export function jsonOf<Shape>() {
  return z.custom<Shape>((value) => z.json().safeParse(value).success);
}
