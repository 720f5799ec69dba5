/*
 * Claude models as far as requests depend on them. Source of every column but the last: the table "Thinking & Effort" and
 * "Prompt Caching" in https://github.com/anthropics/skills (skills/claude-api, SKILL.md and shared/prompt-caching.md), which
 * Anthropic writes. `maxImages`: https://platform.claude.com/docs/en/build-with-claude/vision (600, or 100 at 200k tokens).
 */
type ThinkingType = 'adaptive' | 'enabled' | 'disabled' | 'between_tools';
type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface ClaudeModel {
  thinking: readonly ThinkingType[];
  /** The mode when a request says nothing. */
  defaultThinking: 'adaptive' | 'disabled';
  /** `disabled` and `between_tools` only up to this effort. */
  maxEffortWithoutThinking: 'high' | 'max';
  efforts: readonly Effort[];
  /** Thinking comes with empty text unless `display` says otherwise. */
  omitsThinking: boolean;
  /** temperature, top_p and top_k are taken. */
  samples: boolean;
  forcesTools: boolean;
  prefills: boolean;
  /** A thinking block is valid only behind the prompt that it was written for. */
  bindsThinking: boolean;
  /** `system` messages in the middle. */
  takesSystemMessages: boolean;
  minCacheTokens: number;
  contextTokens: number;
  maxOutputTokens: number;
  maxImages: number;
}

const allEfforts: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

const newest: ClaudeModel = {
  thinking: ['adaptive'],
  defaultThinking: 'adaptive',
  maxEffortWithoutThinking: 'max',
  efforts: allEfforts,
  omitsThinking: true,
  samples: false,
  forcesTools: false,
  prefills: false,
  bindsThinking: true,
  takesSystemMessages: true,
  minCacheTokens: 512,
  contextTokens: 1_000_000,
  maxOutputTokens: 128_000,
  maxImages: 600,
};
const fifth: ClaudeModel = { ...newest, forcesTools: true, bindsThinking: false };
const fourSix: ClaudeModel = {
  ...fifth,
  thinking: ['adaptive', 'enabled', 'disabled'],
  defaultThinking: 'disabled',
  efforts: ['low', 'medium', 'high', 'max'],
  omitsThinking: false,
  samples: true,
  takesSystemMessages: false,
};
const older: ClaudeModel = {
  ...fourSix,
  thinking: ['enabled', 'disabled'],
  efforts: [],
  prefills: true,
  contextTokens: 200_000,
  maxOutputTokens: 64_000,
  maxImages: 100,
};
const fourEight: ClaudeModel = {
  ...fifth,
  thinking: ['adaptive', 'disabled'],
  defaultThinking: 'disabled',
  minCacheTokens: 1024,
};

/** Models by id. The cache minimum of the 5.5 models is not in that table: as Opus 5. */
const models: readonly [id: string, model: ClaudeModel][] = [
  ['claude-fable-5-1', newest],
  ['claude-fable-5-2', newest],
  ['claude-opus-5-5', newest],
  ['claude-sonnet-5-5', { ...newest, thinking: ['adaptive', 'between_tools'], maxEffortWithoutThinking: 'high' }],
  ['claude-haiku-5-5', { ...fifth, thinking: ['adaptive', 'disabled'], maxEffortWithoutThinking: 'high' }],
  ['claude-fable-5', fifth],
  ['claude-opus-5', { ...fifth, thinking: ['adaptive', 'disabled'], maxEffortWithoutThinking: 'high' }],
  ['claude-sonnet-5', { ...fourEight, defaultThinking: 'adaptive', takesSystemMessages: false }],
  ['claude-opus-4-8', fourEight],
  ['claude-opus-4-7', { ...fourEight, takesSystemMessages: false, minCacheTokens: 2048 }],
  ['claude-opus-4-6', { ...fourSix, minCacheTokens: 4096 }],
  ['claude-sonnet-4-6', { ...fourSix, minCacheTokens: 1024 }],
  ['claude-opus-4-5', { ...older, efforts: ['low', 'medium', 'high'], minCacheTokens: 4096 }],
  ['claude-sonnet-4-5', { ...older, minCacheTokens: 1024 }],
  ['claude-haiku-4-5', { ...older, minCacheTokens: 4096 }],
];

export function findClaude(id: string): ClaudeModel | null {
  return (
    models.find(
      ([prefix]) => id === prefix || (/^-\d{8}$/.test(id.slice(prefix.length)) && id.startsWith(prefix)),
    )?.[1] ?? null
  );
}
