import type { Skill, SkillChanges, SkillId, SkillInput, WorkspaceId } from '@retinue/protocol';
import type { RecordReply, RecordWish } from './records.ts';

/** What the agents of a workspace can read up on. */
export interface Skills {
  list(workspaceId: WorkspaceId): Promise<Skill[]>;
  create(wish: RecordWish, input: SkillInput): Promise<RecordReply<Skill>>;
  update(wish: RecordWish, skillId: SkillId, changes: SkillChanges): Promise<RecordReply<Skill>>;
  remove(wish: RecordWish, skillId: SkillId): Promise<RecordReply<null>>;
}
