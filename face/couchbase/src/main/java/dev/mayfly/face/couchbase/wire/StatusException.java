package dev.mayfly.face.couchbase.wire;

/** Ends a request with an answer of this status. Not for frequent outcomes: those are answered without an exception. */
public final class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Status status;
    private final String context;
    private final String manifest;

    public StatusException(Status status) {
        this(status, "");
    }

    /** @param context why, for a person; constant text without quotes */
    public StatusException(Status status, String context) {
        this(status, context, "");
    }

    private StatusException(Status status, String context, String manifest) {
        super(context, null, false, false);
        this.status = status;
        this.context = context;
        this.manifest = manifest;
    }

    /**
     * Returns the answer for a collection or a scope that is not in the bucket's manifest, whose uid the client is
     * told.
     */
    public static StatusException notInManifest(Status status, String manifestUid) {
        return new StatusException(status, "", manifestUid);
    }

    public Status status() {
        return status;
    }

    /** Returns the JSON text of the answer, or empty. */
    public String body(boolean withContext) {
        if (!manifest.isEmpty()) {
            return "{\"manifest_uid\":\"" + manifest + "\"}";
        }
        return withContext && !context.isEmpty() ? "{\"error\":{\"context\":\"" + context + "\"}}" : "";
    }
}
