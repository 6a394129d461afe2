package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Manifest;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.regex.Pattern;

/** A scope and perhaps a collection as a request names them; what is left out is the default one. */
record CollectionPath(String scope, String collection) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_%-]{1,251}");
    private static final Pattern DOT = Pattern.compile("\\.");

    /** The path stands in the value, or in the key for clients of an earlier day. */
    static CollectionPath of(KvRequest request, boolean withCollection) {
        String text = request.valueLength() > 0 ? request.valueText() : request.keyText();
        String[] parts = DOT.split(text, -1);
        if (parts.length > 2 || (withCollection && parts.length != 2)) {
            throw new StatusException(Status.EINVAL, "The path is not a scope, a dot and a collection");
        }
        return new CollectionPath(checked(parts[0]), parts.length == 2 ? checked(parts[1]) : Scope.DEFAULT);
    }

    /** The scope of this name, which is refused when there is none. */
    Scope scopeIn(Manifest manifest) {
        Scope found = manifest.find(scope);
        if (found == null) {
            throw StatusException.notInManifest(Status.UNKNOWN_SCOPE, manifest.hexUid());
        }
        return found;
    }

    private static String checked(String name) {
        if (name.isEmpty()) {
            return Scope.DEFAULT;
        }
        if (!NAME.matcher(name).matches()) {
            throw new StatusException(Status.EINVAL, "The path has characters that no name has");
        }
        return name;
    }
}
