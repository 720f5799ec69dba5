/** Called with the parts of a job that are done, and with all of them. */
export type OnProgress = (done: number, total: number) => void;
