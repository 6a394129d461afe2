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

    static Edited pushFirst(byte[] text, SubPath path, byte[] values, boolean makesParents) {
        return push(text, path, values, makesParents, NewValue.elements(values, path.depth() + 2), true);
    }

    static Edited pushLast(byte[] text, SubPath path, byte[] values, boolean makesParents) {
        return push(text, path, values, makesParents, NewValue.elements(values, path.depth() + 2), false);
    }

    static Edited addUnique(byte[] text, SubPath path, byte[] value, boolean makesParents) {
        Status judged = NewValue.primitive(value, path.depth() + 2);
        if (judged == Status.SUCCESS) {
            Located located = Located.of(text, path);
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

    private static Edited push(
            byte[] text, SubPath path, byte[] values, boolean makesParents, Status judged, boolean first) {
        if (judged != Status.SUCCESS) {
            return Edited.failed(text, judged);
        }
        Located located = Located.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return Edited.failed(text, located.status());
        }
        if (!located.found()) {
            byte[] array = Edited.spliced(values, 0, values.length, OPEN, values, CLOSE);
            return makesParents
                    ? MissingParents.make(text, path, located, array)
                    : Edited.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        if (text[located.from()] != '[') {
            return Edited.failed(text, Status.SUBDOC_PATH_MISMATCH);
        }
        int open = located.from() + 1;
        int close = located.until() - 1;
        if (JsonText.skipSpace(text, open) == close) {
            return Edited.changed(Edited.spliced(text, open, close, values));
        }
        return Edited.changed(
                first
                        ? Edited.spliced(text, open, open, values, COMMA)
                        : Edited.spliced(text, close, close, COMMA, values));
    }

    /** Puts values before the element at the path, or behind the last if the path is one further. */
    static Edited insert(byte[] text, SubPath path, byte[] values) {
        Status judged = path.isRoot() ? Status.SUBDOC_PATH_EINVAL : NewValue.elements(values, path.depth() + 1);
        if (judged != Status.SUCCESS) {
            return Edited.failed(text, judged);
        }
        if (!(path.last() instanceof SubPath.Place(int index)) || index == SubPath.Place.LAST) {
            return Edited.failed(text, Status.SUBDOC_PATH_EINVAL);
        }
        Located located = Located.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return Edited.failed(text, located.status());
        }
        if (located.found()) {
            return Edited.changed(Edited.spliced(text, located.from(), located.from(), values, COMMA));
        }
        if (!located.isParentOf(path) || index != located.count()) {
            return Edited.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        int close = located.until() - 1;
        return Edited.changed(
                index == 0
                        ? Edited.spliced(text, located.from() + 1, close, values)
                        : Edited.spliced(text, close, close, COMMA, values));
    }
}
