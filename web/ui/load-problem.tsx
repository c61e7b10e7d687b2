import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { useUiTexts } from "./texts.tsx";

/** Shown instead of what could not be loaded: the reason, and a retry. */
export function LoadProblem({ detail, onRetry }: { detail: string; onRetry: () => void }) {
  const texts = useUiTexts();
  return (
    <Alert
      live
      tone="bad"
      title={detail || texts.loadFailed}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      }
    />
  );
}
