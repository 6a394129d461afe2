package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;
import dev.mayfly.face.couchbase.wire.Status;
import java.util.Arrays;

/** Changes of arrays: values are put before, behind or between the elements. */
final class ArrayEdits {
    private static final byte[] COMMA = {','};
    private static final byte[] OPEN = {'['};
    private static final byte[] CLOSE = {']'};

    private ArrayEdits() {}

    static EditResult pushFirst(byte[] text, SubPath path, byte[] values, boolean makesParents) {
        return push(text, path, values, makesParents, NewValue.elements(values, path.depth() + 2), true);
    }

    static EditResult pushLast(byte[] text, SubPath path, byte[] values, boolean makesParents) {
        return push(text, path, values, makesParents, NewValue.elements(values, path.depth() + 2), false);
    }

    static EditResult addUnique(byte[] text, SubPath path, byte[] value, boolean makesParents) {
        Status judged = NewValue.primitive(value, path.depth() + 2);
        if (judged == Status.SUCCESS) {
            PathMatch located = PathMatch.of(text, path);
            if (located.found() && text[located.from()] == '[') {
                judged = uniqueness(text, located.from(), value);
            }
        }
        return push(text, path, value, makesParents, judged, false);
    }

    /** Equal is what is written alike. No object or array can be compared so. */
    private static Status uniqueness(byte[] text, int from, byte[] value) {
        int first = JsonText.skipSpace(value, 0);
        int until = JsonSpans.valueEnd(value, first, 1);
        int at = JsonText.skipSpace(text, from + 1);
        while (text[at] != ']') {
            if (text[at] == '{' || text[at] == '[') {
                return Status.SUBDOC_PATH_MISMATCH;
            }
            if (Arrays.equals(text, at, JsonSpans.valueEnd(text, at, 1), value, first, until)) {
                return Status.SUBDOC_PATH_EEXISTS;
            }
            at = Members.next(text, at);
        }
        return Status.SUCCESS;
    }

    private static EditResult push(
            byte[] text, SubPath path, byte[] values, boolean makesParents, Status judged, boolean first) {
        if (judged != Status.SUCCESS) {
            return EditResult.failed(text, judged);
        }
        PathMatch located = PathMatch.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return EditResult.failed(text, located.status());
        }
        if (!located.found()) {
            byte[] array = EditResult.spliced(values, 0, values.length, OPEN, values, CLOSE);
            return makesParents
                    ? MissingParents.make(text, path, located, array)
                    : EditResult.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        if (text[located.from()] != '[') {
            return EditResult.failed(text, Status.SUBDOC_PATH_MISMATCH);
        }
        int open = located.from() + 1;
        int close = located.until() - 1;
        if (JsonText.skipSpace(text, open) == close) {
            return EditResult.changed(EditResult.spliced(text, open, close, values));
        }
        return EditResult.changed(
                first
                        ? EditResult.spliced(text, open, open, values, COMMA)
                        : EditResult.spliced(text, close, close, COMMA, values));
    }

    /** Puts values before the element at the path, or behind the last if the path is one further. */
    static EditResult insert(byte[] text, SubPath path, byte[] values) {
        Status judged = path.isRoot() ? Status.SUBDOC_PATH_EINVAL : NewValue.elements(values, path.depth() + 1);
        if (judged != Status.SUCCESS) {
            return EditResult.failed(text, judged);
        }
        if (!(path.last() instanceof SubPath.Place(int index)) || index == SubPath.Place.LAST) {
            return EditResult.failed(text, Status.SUBDOC_PATH_EINVAL);
        }
        PathMatch located = PathMatch.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return EditResult.failed(text, located.status());
        }
        if (located.found()) {
            return EditResult.changed(EditResult.spliced(text, located.from(), located.from(), values, COMMA));
        }
        if (!located.isParentOf(path) || index != located.count()) {
            return EditResult.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        int close = located.until() - 1;
        return EditResult.changed(
                index == 0
                        ? EditResult.spliced(text, located.from() + 1, close, values)
                        : EditResult.spliced(text, close, close, COMMA, values));
    }
}
