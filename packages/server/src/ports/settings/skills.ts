import type { Refusal, Skill, SkillChanges, SkillId, SkillInput, WorkspaceId } from '@retinue/protocol';
import type { Empty, RecordRequest } from '../log/records.ts';

/** Instructions that the agents of a workspace can load. */
export interface Skills {
  list(workspaceId: WorkspaceId): Promise<Skill[]>;
  create(request: RecordRequest, input: SkillInput): Promise<Skill | Refusal>;
  update(request: RecordRequest, skillId: SkillId, changes: SkillChanges): Promise<Skill | Refusal>;
  remove(request: RecordRequest, skillId: SkillId): Promise<Empty | Refusal>;
}
