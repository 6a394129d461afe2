package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The place in a document where an operation acts: names of members and places in arrays, from the root on. {@code
 * a.b[0]} has three steps, the empty path none.
 *
 * @param status why the text is no path; SUCCESS if it is one
 */
record SubPath(Status status, List<Step> steps) {
    /** The longest text of a path. */
    static final int BYTES_MAX = 1024;

    /** Limit on the depth of a path. The root is a step of its own to the server, which says 32. */
    static final int STEPS_MAX = 31;

    sealed interface Step {}

    /**
     * A member of an object.
     *
     * @param text the name between quotes, as it would stand in JSON
     */
    record Name(byte[] text) implements Step {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Name name && Arrays.equals(text, name.text);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(text);
        }
    }

    /** An element of an array. */
    record Place(int index) implements Step {
        static final int LAST = -1;
    }

    static final SubPath ROOT = new SubPath(Status.SUCCESS, List.of());

    static SubPath parse(byte[] text) {
        if (text.length == 0) {
            return ROOT;
        }
        if (text.length > BYTES_MAX) {
            return fault(Status.SUBDOC_PATH_E2BIG);
        }
        return isUtf8(text) ? new Parser(text).run() : fault(Status.SUBDOC_PATH_EINVAL);
    }

    boolean isValid() {
        return status == Status.SUCCESS;
    }

    boolean isRoot() {
        return steps.isEmpty();
    }

    int depth() {
        return steps.size();
    }

    Step last() {
        return steps.getLast();
    }

    /** Returns whether it ends in a member of an object. */
    boolean endsInName() {
        return !isRoot() && last() instanceof Name;
    }

    SubPath then(Step step) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(step);
        return new SubPath(Status.SUCCESS, longer);
    }

    private static SubPath fault(Status status) {
        return new SubPath(status, List.of());
    }

    private static boolean isUtf8(byte[] text) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /** Reads the text once, from left to right. */
    private static final class Parser {
        private final byte[] text;
        private final List<Step> steps = new ArrayList<>();
        private int at;

        Parser(byte[] text) {
            this.text = text;
        }

        SubPath run() {
            while (at < text.length) {
                Status status = text[at] == '[' ? place() : name();
                if (status == Status.SUCCESS && steps.size() > STEPS_MAX) {
                    status = Status.SUBDOC_PATH_E2BIG;
                }
                if (status != Status.SUCCESS) {
                    return fault(status);
                }
            }
            return new SubPath(Status.SUCCESS, List.copyOf(steps));
        }

        private Status place() {
            int end = at + 1;
            while (end < text.length && text[end] != ']') {
                end++;
            }
            if (end == text.length || !number(at + 1, end)) {
                return Status.SUBDOC_PATH_EINVAL;
            }
            at = end + 1;
            if (at < text.length && text[at] == '.') {
                at++;
                return Status.SUCCESS;
            }
            return at == text.length || text[at] == '[' ? Status.SUCCESS : Status.SUBDOC_PATH_EINVAL;
        }

        private boolean number(int from, int until) {
            if (until - from == 2 && text[from] == '-' && text[from + 1] == '1') {
                return steps.add(new Place(Place.LAST));
            }
            long index = 0;
            for (int i = from; i < until; i++) {
                if (text[i] < '0' || text[i] > '9') {
                    return false;
                }
                // No array has that many elements, so the exact number no longer matters.
                index = Math.min(index * 10 + text[i] - '0', Integer.MAX_VALUE);
            }
            return until > from && steps.add(new Place((int) index));
        }

        private Status name() {
            int end = at;
            boolean quoted = false;
            boolean escaped = false;
            while (end < text.length && (quoted || text[end] != '.' && text[end] != '[')) {
                byte b = text[end];
                if (escaped) {
                    if ("\"\\/bfnrt".indexOf(b) < 0) {
                        return Status.SUBDOC_PATH_EINVAL;
                    }
                    escaped = false;
                } else if (b == '\\') {
                    escaped = true;
                } else if (b == '"' || b >= 0 && b < ' ') {
                    return Status.SUBDOC_PATH_EINVAL;
                }
                if (b == '`') {
                    quoted = !quoted;
                }
                if (b == ']' && !quoted) {
                    return Status.SUBDOC_PATH_EINVAL;
                }
                end++;
            }
            if (quoted || escaped) {
                return Status.SUBDOC_PATH_EINVAL;
            }
            byte[] name = unquoted(at, end);
            if (name.length == 0) {
                return Status.SUBDOC_PATH_EINVAL;
            }
            steps.add(new Name(name));
            at = end < text.length && text[end] == '.' ? end + 1 : end;
            return Status.SUCCESS;
        }

        /** The name without the backticks that protect it; two in a row stand for one. */
        private byte[] unquoted(int from, int until) {
            boolean whole = until - from > 1 && text[from] == '`' && text[until - 1] == '`';
            int start = whole ? from + 1 : from;
            int end = whole ? until - 1 : until;
            byte[] name = new byte[Math.max(end - start, 0)];
            int length = 0;
            for (int i = start; i < end; i++) {
                if (text[i] != '`') {
                    name[length++] = text[i];
                } else if (i + 1 < end && text[i + 1] == '`') {
                    name[length++] = text[i++];
                }
            }
            return Arrays.copyOf(name, length);
        }
    }
}
