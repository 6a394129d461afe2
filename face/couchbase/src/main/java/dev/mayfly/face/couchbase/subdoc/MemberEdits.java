package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;
import dev.mayfly.face.couchbase.wire.Status;

/** Changes of one value by its path: members of objects are added, any value is replaced or removed. */
final class MemberEdits {
    /** The treatment of existing and missing members. */
    enum Mode {
        ADD,
        UPSERT,
        REPLACE
    }

    private static final byte[] COMMA = {','};
    private static final byte[] QUOTE = {'"'};
    private static final byte[] COLON = {'"', ':'};
    private static final byte[] NOTHING = {};

    private MemberEdits() {}

    static EditResult store(byte[] text, SubPath path, byte[] value, Mode mode, boolean makesParents) {
        if (path.isRoot()) {
            return EditResult.failed(text, Status.SUBDOC_VALUE_CANTINSERT);
        }
        Status judged = NewValue.member(value, path.depth() + 1);
        if (judged != Status.SUCCESS) {
            return EditResult.failed(text, judged);
        }
        PathMatch located = PathMatch.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return EditResult.failed(text, located.status());
        }
        return stored(text, path, value, mode, makesParents, located);
    }

    private static EditResult stored(
            byte[] text, SubPath path, byte[] value, Mode mode, boolean makesParents, PathMatch located) {
        if (mode != Mode.REPLACE && !path.endsInName()) {
            return EditResult.failed(text, Status.SUBDOC_PATH_EINVAL);
        }
        if (located.found()) {
            return mode == Mode.ADD
                    ? EditResult.failed(text, Status.SUBDOC_PATH_EEXISTS)
                    : EditResult.changed(EditResult.spliced(text, located.from(), located.until(), value));
        }
        if (mode == Mode.REPLACE) {
            return EditResult.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        return added(text, path, value, makesParents, located);
    }

    /** Adds a member of which the path led no further than to some object above. */
    static EditResult added(byte[] text, SubPath path, byte[] value, boolean makesParents, PathMatch located) {
        if (located.isParentOf(path)) {
            SubPath.Name name = (SubPath.Name) path.last();
            int close = located.until() - 1;
            byte[] comma = located.count() == 0 ? NOTHING : COMMA;
            return EditResult.changed(EditResult.spliced(text, close, close, comma, QUOTE, name.text(), COLON, value));
        }
        return makesParents
                ? MissingParents.make(text, path, located, value)
                : EditResult.failed(text, Status.SUBDOC_PATH_ENOENT);
    }

    static EditResult remove(byte[] text, SubPath path) {
        if (path.isRoot()) {
            return EditResult.failed(text, Status.SUBDOC_VALUE_CANTINSERT);
        }
        PathMatch located = PathMatch.of(text, path);
        if (located.status() != Status.SUCCESS) {
            return EditResult.failed(text, located.status());
        }
        if (!located.found()) {
            return EditResult.failed(text, Status.SUBDOC_PATH_ENOENT);
        }
        return EditResult.changed(removed(text, located));
    }

    /** Removes the value with one comma: the one after it, or the one before it if it is the last. */
    private static byte[] removed(byte[] text, PathMatch located) {
        int from = located.memberFrom();
        int until = located.until();
        int behind = JsonText.skipSpace(text, until);
        if (text[behind] == ',') {
            until = behind + 1;
        } else if (located.count() > 0) {
            do {
                from--;
            } while (text[from] != ',');
        }
        return EditResult.spliced(text, from, until);
    }
}
