/** Addresses that several rules name. */
export const errorsPage = 'https://platform.claude.com/docs/en/api/errors';
export const messagesPage = 'https://platform.claude.com/docs/en/api/messages';
export const thinkingPage = 'https://platform.claude.com/docs/en/build-with-claude/thinking';
export const extendedThinkingPage = 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking';
export const preservedThinkingPage = 'https://platform.claude.com/docs/en/build-with-claude/preserved-thinking';
export const visionPage = 'https://platform.claude.com/docs/en/build-with-claude/vision';
export const structuredOutputsPage = 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs';
export const toolUsePage = 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview';
export const cachingPage = 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching';
export const modelTable = 'https://github.com/anthropics/skills, skills/claude-api/SKILL.md, "Thinking & Effort"';
export const sdkTypes = '@anthropic-ai/sdk 1.10.0, resources/messages/messages.d.ts';
export const versioningPage = 'https://platform.claude.com/docs/en/api/versioning';
