package dev.mayfly.face.couchbase.audit;

/** The events of the audit log, by the numbers that every reader of it knows. */
public enum AuditEvent {
    CONFIGURED(4_096, "configured audit daemon", "loaded configuration file for audit daemon"),
    USER_DELETED(8_194, "delete user", "User was deleted"),
    PASSWORD_CHANGED(8_195, "user credentials change", "User credentials were changed"),
    BUCKET_CREATED(8_201, "create bucket", "Bucket was created"),
    BUCKET_MODIFIED(8_202, "modify bucket", "Bucket was modified"),
    BUCKET_DELETED(8_203, "delete bucket", "Bucket was deleted"),
    BUCKET_FLUSHED(8_204, "flush bucket", "Bucket was flushed"),
    COMPACTION_MODIFIED(8_225, "modify compaction settings", "Compaction settings were modified"),
    USER_SET(8_232, "set user", "User was added or updated"),
    AUDIT_MODIFIED(8_240, "modify audit settings", "Audit settings were modified"),
    GROUP_SET(8_244, "set user group", "User group was added or updated"),
    GROUP_DELETED(8_245, "delete user group", "User group was deleted"),
    SCOPE_CREATED(8_259, "create scope", "Scope was created"),
    SCOPE_DROPPED(8_260, "drop scope", "Scope was dropped"),
    COLLECTION_CREATED(8_261, "create collection", "Collection was created"),
    COLLECTION_DROPPED(8_262, "drop collection", "Collection was dropped"),
    MANIFEST_SET(8_263, "set manifest", "Setting bucket manifest"),
    COLLECTION_MODIFIED(8_270, "modify collection", "Collection was modified");

    private final int id;
    private final String title;
    private final String description;

    AuditEvent(int id, String title, String description) {
        this.id = id;
        this.title = title;
        this.description = description;
    }

    public int id() {
        return id;
    }

    public String title() {
        return title;
    }

    public String description() {
        return description;
    }
}
