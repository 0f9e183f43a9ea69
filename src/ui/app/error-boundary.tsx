import { Component, type ErrorInfo, type ReactNode } from 'react';
import { shellText } from '../../i18n/catalogue/shell.ts';
import { commonText } from '../../i18n/catalogue/common.ts';
import { Button } from '../widgets/controls/button.tsx';
import { Notice } from '../widgets/data/notice.tsx';
import { useText } from '../widgets/ui-context.tsx';

interface Props {
  /** Which part it guards, for the details. */
  readonly part: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
  readonly stack: string;
}

function Failed({
  part,
  error,
  stack,
  onRetry,
}: {
  readonly part: string;
  readonly error: Error;
  readonly stack: string;
  readonly onRetry: () => void;
}) {
  const t = useText(shellText);
  const common = useText(commonText);
  const details = `Podscope, ${part}\n${error.name}: ${error.message}\n${error.stack ?? ''}\n${stack}`;
  return (
    <Notice
      tone="failed"
      actions={
        <>
          <Button look="link" onClick={onRetry}>
            {common('retry')}
          </Button>
          <Button look="link" onClick={() => void navigator.clipboard.writeText(details)}>
            {t('failure.copy')}
          </Button>
        </>
      }
    >
      <b>{t('failure.title')}</b> ({error.message}). {t('failure.rest')}
    </Notice>
  );
}

/** Keeps a failure inside one part of the page. The rest stays alive; retrying mounts the part anew. */
export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { error: undefined, stack: '' };

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo): void {
    this.setState({ stack: info.componentStack ?? '' });
  }

  private readonly retry = (): void => this.setState({ error: undefined, stack: '' });

  override render(): ReactNode {
    const { error, stack } = this.state;
    return error === undefined ? (
      this.props.children
    ) : (
      <Failed part={this.props.part} error={error} stack={stack} onRetry={this.retry} />
    );
  }
}
