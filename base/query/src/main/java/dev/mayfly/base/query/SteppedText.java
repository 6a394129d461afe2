package dev.mayfly.base.query;

/**
 * A text whose characters count as steps of the request when they are looked at. Regular expressions are matched against it,
 * so that a long text and a costly pattern end with the request's limit. Used by one thread.
 */
public final class SteppedText implements CharSequence {
    /** An engine tries many ways at one character. */
    private static final int STEPS = 8;

    private final String text;
    private final RequestGuard guard = RequestGuard.current();

    public SteppedText(String text) {
        this.text = text;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        guard.steps(STEPS);
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int from, int until) {
        return text.substring(from, until);
    }

    @Override
    public String toString() {
        return text;
    }
}
