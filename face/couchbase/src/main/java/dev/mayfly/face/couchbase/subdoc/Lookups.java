package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import java.util.Arrays;

/** What is only looked up: the value at a path, whether there is one, how much is in it. */
final class Lookups {
    private Lookups() {}

    static Edited get(byte[] text, SubPath path) {
        Located located = Located.of(text, path);
        Status status = statusOf(located);
        return status == Status.SUCCESS
                ? Edited.looked(text, Arrays.copyOfRange(text, located.from(), located.until()))
                : Edited.failed(text, status);
    }

    static Edited exists(byte[] text, SubPath path) {
        Status status = statusOf(Located.of(text, path));
        return status == Status.SUCCESS ? Edited.looked(text, null) : Edited.failed(text, status);
    }

    static Edited count(byte[] text, SubPath path) {
        Located located = Located.of(text, path);
        Status status = statusOf(located);
        if (status != Status.SUCCESS) {
            return Edited.failed(text, status);
        }
        int members = Members.count(text, located.from());
        return members == Members.NO_CONTAINER
                ? Edited.failed(text, Status.SUBDOC_PATH_MISMATCH)
                : Edited.looked(text, NewValue.ascii(Integer.toString(members)));
    }

    private static Status statusOf(Located located) {
        return located.found() || located.status() != Status.SUCCESS ? located.status() : Status.SUBDOC_PATH_ENOENT;
    }
}
