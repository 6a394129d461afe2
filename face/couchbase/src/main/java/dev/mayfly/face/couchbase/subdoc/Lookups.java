package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import java.util.Arrays;

/** The read operations: the value at a path, its existence, the number of its children. */
final class Lookups {
    private Lookups() {}

    static EditResult get(byte[] text, SubPath path) {
        PathMatch located = PathMatch.of(text, path);
        Status status = statusOf(located);
        return status == Status.SUCCESS
                ? EditResult.looked(text, Arrays.copyOfRange(text, located.from(), located.until()))
                : EditResult.failed(text, status);
    }

    static EditResult exists(byte[] text, SubPath path) {
        Status status = statusOf(PathMatch.of(text, path));
        return status == Status.SUCCESS ? EditResult.looked(text, null) : EditResult.failed(text, status);
    }

    static EditResult count(byte[] text, SubPath path) {
        PathMatch located = PathMatch.of(text, path);
        Status status = statusOf(located);
        if (status != Status.SUCCESS) {
            return EditResult.failed(text, status);
        }
        int members = Members.count(text, located.from());
        return members == Members.NO_CONTAINER
                ? EditResult.failed(text, Status.SUBDOC_PATH_MISMATCH)
                : EditResult.looked(text, NewValue.ascii(Integer.toString(members)));
    }

    private static Status statusOf(PathMatch located) {
        return located.found() || located.status() != Status.SUCCESS ? located.status() : Status.SUBDOC_PATH_ENOENT;
    }
}
