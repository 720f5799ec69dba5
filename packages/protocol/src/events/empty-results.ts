/** Why a task failed for want of a result: such failures are counted by these words. */
export const emptyResult = 'The agent gave an empty result.';
export const noResult = 'The agent ended without a result, and again when asked for one.';
export const emptyResultReasons: readonly string[] = [emptyResult, noResult];
