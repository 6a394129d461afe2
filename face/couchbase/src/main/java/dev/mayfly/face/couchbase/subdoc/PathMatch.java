package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;
import dev.mayfly.face.couchbase.wire.Status;
import java.util.List;

/**
 * The match of a path in a document.
 *
 * <p>If it leads to a value, the span is the value's; else it is that of the last container on the way.
 *
 * @param status SUCCESS, whether a value was found or not; PATH_MISMATCH if the path takes one type for another;
 *     DOC_E2DEEP if it lies beyond the depth limit
 * @param steps the number of steps of the path that matched
 * @param found whether all did
 * @param memberFrom where the member or element begins: its name's quote, or the value itself
 * @param count of the members of the container that is the span; how many come before the value, if one is found
 */
record PathMatch(Status status, int steps, boolean found, int memberFrom, int from, int until, int count) {
    static PathMatch of(byte[] document, SubPath path) {
        return new Walk(document, path.steps()).run();
    }

    /** Returns whether only the last step led nowhere. */
    boolean isParentOf(SubPath path) {
        return !found && steps == path.depth() - 1;
    }

    private static final class Walk {
        private final byte[] text;
        private final List<SubPath.Step> path;
        /** The value reached, and the name before it. */
        private int memberFrom;

        private int at;
        private int before;

        Walk(byte[] text, List<SubPath.Step> path) {
            this.text = text;
            this.path = path;
            this.at = JsonText.skipSpace(text, 0);
            this.memberFrom = at;
        }

        PathMatch run() {
            for (int step = 0; step < path.size(); step++) {
                if (!fits(path.get(step))) {
                    return failure(Status.SUBDOC_PATH_MISMATCH, step);
                }
                int container = at;
                int end = descend(path.get(step), step + 1);
                if (end == JsonSpans.TOO_DEEP) {
                    return failure(Status.SUBDOC_DOC_E2DEEP, step);
                }
                if (end > 0) {
                    return new PathMatch(Status.SUCCESS, step, false, container, container, end, before);
                }
            }
            int until = JsonSpans.valueEnd(text, at, path.size() + 1);
            return until == JsonSpans.TOO_DEEP
                    ? failure(Status.SUBDOC_DOC_E2DEEP, path.size())
                    : new PathMatch(Status.SUCCESS, path.size(), true, memberFrom, at, until, before);
        }

        private PathMatch failure(Status status, int steps) {
            return new PathMatch(status, steps, false, at, at, at, 0);
        }

        private boolean fits(SubPath.Step step) {
            return switch (step) {
                case SubPath.Name _ -> text[at] == '{';
                case SubPath.Place _ -> text[at] == '[';
            };
        }

        /** Goes to a member of the container: 0, or else the end of the container in which there is no such member. */
        private int descend(SubPath.Step step, int level) {
            int next = JsonText.skipSpace(text, at + 1);
            int lastValue = 0;
            before = 0;
            while (text[next] != '}' && text[next] != ']') {
                int nameEnd = step instanceof SubPath.Name ? JsonText.stringEnd(text, next) : next;
                int value = nameEnd == next ? next : afterColon(nameEnd);
                if (isMeant(step, next, nameEnd)) {
                    return arriveAt(next, value);
                }
                int end = JsonSpans.valueEnd(text, value, level + 1);
                if (end == JsonSpans.TOO_DEEP) {
                    return JsonSpans.TOO_DEEP;
                }
                lastValue = value;
                before++;
                next = JsonText.skipSpace(text, end);
                if (text[next] == ',') {
                    next = JsonText.skipSpace(text, next + 1);
                }
            }
            if (before > 0 && step instanceof SubPath.Place(int index) && index == SubPath.Place.LAST) {
                before--;
                return arriveAt(lastValue, lastValue);
            }
            return next + 1;
        }

        private int arriveAt(int member, int value) {
            memberFrom = member;
            at = value;
            return 0;
        }

        private int afterColon(int nameEnd) {
            return JsonText.skipSpace(text, JsonText.skipSpace(text, nameEnd) + 1);
        }

        private boolean isMeant(SubPath.Step step, int quote, int nameEnd) {
            return switch (step) {
                case SubPath.Name(byte[] name) -> JsonNames.equal(text, quote + 1, nameEnd - 1, name);
                case SubPath.Place(int index) -> index == before;
            };
        }
    }
}
