package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import java.io.ByteArrayOutputStream;

/** Makes the objects that a path leads through and that are not there, with a value in the innermost. */
final class MissingParents {
    private MissingParents() {}

    static EditResult make(byte[] text, SubPath path, PathMatch located, byte[] value) {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        if (located.count() > 0) {
            made.write(',');
        }
        for (int step = located.steps(); step < path.depth(); step++) {
            // An element cannot be made where those before it are not.
            if (!(path.steps().get(step) instanceof SubPath.Name(byte[] name))) {
                return EditResult.failed(text, Status.SUBDOC_PATH_ENOENT);
            }
            if (step > located.steps()) {
                made.write('{');
            }
            made.write('"');
            made.writeBytes(name);
            made.write('"');
            made.write(':');
        }
        made.writeBytes(value);
        for (int step = located.steps() + 1; step < path.depth(); step++) {
            made.write('}');
        }
        int close = located.until() - 1;
        return EditResult.changed(EditResult.spliced(text, close, close, made.toByteArray()));
    }
}
