export const formCopy = {
  problem: (label: string, message: string) => `${label} ${message.replace(/\.$/, '')}.`,
  notJson: (detail: string) => `This is not valid JSON: ${detail}`,
};
