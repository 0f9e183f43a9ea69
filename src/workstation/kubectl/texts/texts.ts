import type { Program } from '../../../engine/workloads/program.ts';
import type { LocalFiles } from '../../files.ts';
import type { ApiDescriptions } from '../explain/schema.ts';
import type { Built } from '../kustomize/build.ts';

/** What kubectl says of a command. */
export interface HelpText {
  /** Its line in a list of commands. */
  readonly short?: string;
  readonly long: string;
  readonly examples?: string;
  /** Its own flags, as they are listed: names and default, and what they are for. */
  readonly options?: Readonly<Record<string, string>>;
  readonly usage: string;
}

/** By the command's words behind `kubectl`; '' is kubectl itself. */
export type HelpTexts = Readonly<Record<string, HelpText>>;

/** Makes the objects of a kustomization: kustomize/build.ts. */
export type Kustomizer = (files: LocalFiles, directory: string) => Built;

/** Texts, and programs, too long to be carried where nobody asks for them. */
export interface KubectlTexts {
  /** The API's descriptions, for explain: the editor's schema file. */
  readonly descriptions?: ApiDescriptions;
  /** What `--help` says: helps.json. */
  readonly helps?: HelpTexts;
  readonly kustomize?: Kustomizer;
  /** shell/jq/jq.ts */
  readonly jq?: Program;
}
