package dev.mayfly.face.couchbase.wire;

import java.util.List;

/** The outcome of a request, with its description in the error map. */
public enum Status {
    SUCCESS(0x00, "success", "The operation was carried out"),
    KEY_ENOENT(0x01, "item-only", "There is no document of this key"),
    KEY_EEXISTS(0x02, "item-only", "The document exists, or its CAS is another"),
    E2BIG(0x03, "item-only,invalid-input", "The value is too large"),
    EINVAL(0x04, "internal,invalid-input", "The request is malformed"),
    NOT_STORED(0x05, "item-only", "The document was not stored"),
    DELTA_BADVAL(0x06, "item-only,invalid-input", "The document is not a number"),
    NOT_MY_VBUCKET(0x07, "fetch-config,invalid-input", "This node does not have the vBucket"),
    NO_BUCKET(0x08, "conn-state-invalidated", "No bucket is selected"),
    LOCKED(0x09, "item-locked,item-only,retry-now", "The document is locked"),
    OPAQUE_NO_MATCH(0x0b, "item-only", "The stream has another opaque"),
    WOULD_THROTTLE(0x0c, "temp", "The request would be throttled"),
    CONFIG_ONLY(0x0d, "fetch-config", "The node only serves configurations"),
    NOT_LOCKED(0x0e, "item-only", "The document is not locked"),
    CAS_VALUE_INVALID(0x0f, "item-only,invalid-input", "The CAS cannot be one"),
    AUTH_STALE(0x1f, "conn-state-invalidated,auth", "The login is no longer valid"),
    AUTH_ERROR(0x20, "conn-state-invalidated,auth", "The login failed"),
    AUTH_CONTINUE(0x21, "special-handling", "The login goes on"),
    ERANGE(0x22, "invalid-input", "An argument is out of range"),
    ROLLBACK(0x23, "conn-state-invalidated,special-handling", "The stream must go back"),
    EACCESS(0x24, "support", "The user may not do this"),
    NOT_INITIALIZED(0x25, "conn-state-invalidated", "The node is not set up yet"),
    RATE_LIMITED_NETWORK_INGRESS(0x30, "rate-limit", "Too many bytes were sent"),
    RATE_LIMITED_NETWORK_EGRESS(0x31, "rate-limit", "Too many bytes were asked for"),
    RATE_LIMITED_MAX_CONNECTIONS(0x32, "rate-limit", "Too many connections are open"),
    RATE_LIMITED_MAX_COMMANDS(0x33, "rate-limit", "Too many commands were sent"),
    SCOPE_SIZE_LIMIT_EXCEEDED(0x34, "item-only", "The scope holds as much as it may"),
    UNKNOWN_FRAME_INFO(0x80, "support", "A frame info is not known"),
    UNKNOWN_COMMAND(0x81, "support", "The command is not known"),
    ENOMEM(0x82, "temp,retry-later", "No memory is left"),
    NOT_SUPPORTED(0x83, "support", "The command is not supported here"),
    EINTERNAL(0x84, "internal,conn-state-invalidated", "Something is wrong inside the server"),
    EBUSY(0x85, "temp,retry-later", "The server is busy"),
    ETMPFAIL(0x86, "temp,retry-later", "The request failed for now"),
    XATTR_EINVAL(0x87, "internal,invalid-input", "The extended attributes are malformed"),
    UNKNOWN_COLLECTION(0x88, "item-only", "The collection is not known"),
    NO_COLLECTIONS_MANIFEST(0x89, "item-only", "There is no manifest of collections"),
    CANNOT_APPLY_COLLECTIONS_MANIFEST(0x8a, "item-only", "The manifest of collections cannot be applied"),
    COLLECTIONS_MANIFEST_IS_AHEAD(0x8b, "retry-later", "The client knows a later manifest of collections"),
    UNKNOWN_SCOPE(0x8c, "item-only", "The scope is not known"),
    DCP_STREAM_ID_INVALID(0x8d, "special-handling", "The stream has another name"),
    DURABILITY_INVALID_LEVEL(0xa0, "invalid-input", "The durability level is not known"),
    DURABILITY_IMPOSSIBLE(0xa1, "item-only", "So much durability is impossible here"),
    SYNC_WRITE_IN_PROGRESS(0xa2, "item-only,retry-later", "A durable write of the document is under way"),
    SYNC_WRITE_AMBIGUOUS(0xa3, "item-only", "A durable write may or may not have been made"),
    SYNC_WRITE_RE_COMMIT_IN_PROGRESS(0xa4, "item-only,retry-later", "A durable write is being repeated"),
    RANGE_SCAN_CANCELLED(0xa5, "special-handling", "The scan was cancelled"),
    RANGE_SCAN_MORE(0xa6, "success,special-handling", "The scan has more"),
    RANGE_SCAN_COMPLETE(0xa7, "success,special-handling", "The scan has come to its end"),
    SUBDOC_PATH_ENOENT(0xc0, "subdoc,item-only", "There is nothing at the path"),
    SUBDOC_PATH_MISMATCH(0xc1, "subdoc,item-only", "The path does not fit the document"),
    SUBDOC_PATH_EINVAL(0xc2, "subdoc,invalid-input", "The path is malformed"),
    SUBDOC_PATH_E2BIG(0xc3, "subdoc,invalid-input", "The path is too long or too deep"),
    SUBDOC_DOC_E2DEEP(0xc4, "subdoc,item-only", "The document is too deep"),
    SUBDOC_VALUE_CANTINSERT(0xc5, "subdoc,invalid-input", "The value cannot stand there"),
    SUBDOC_DOC_NOT_JSON(0xc6, "subdoc,item-only", "The document is not JSON"),
    SUBDOC_NUM_ERANGE(0xc7, "subdoc,item-only", "The number is out of range"),
    SUBDOC_DELTA_EINVAL(0xc8, "subdoc,invalid-input", "The delta is not a number, or 0"),
    SUBDOC_PATH_EEXISTS(0xc9, "subdoc,item-only", "There is something at the path"),
    SUBDOC_VALUE_ETOODEEP(0xca, "subdoc,invalid-input", "The value is too deep"),
    SUBDOC_INVALID_COMBO(0xcb, "subdoc,invalid-input", "These operations cannot go together"),
    SUBDOC_MULTI_PATH_FAILURE(0xcc, "subdoc,special-handling", "Some of the paths failed"),
    SUBDOC_SUCCESS_DELETED(0xcd, "subdoc,success,item-deleted", "Carried out on a deleted document"),
    SUBDOC_XATTR_INVALID_FLAG_COMBO(0xce, "subdoc,invalid-input", "These flags cannot go together"),
    SUBDOC_XATTR_INVALID_KEY_COMBO(0xcf, "subdoc,invalid-input", "One request may name one extended attribute"),
    SUBDOC_XATTR_UNKNOWN_MACRO(0xd0, "subdoc,invalid-input", "The macro is not known"),
    SUBDOC_XATTR_UNKNOWN_VATTR(0xd1, "subdoc,invalid-input", "The virtual attribute is not known"),
    SUBDOC_XATTR_CANT_MODIFY_VATTR(0xd2, "subdoc,invalid-input", "Virtual attributes cannot be changed"),
    SUBDOC_MULTI_PATH_FAILURE_DELETED(
            0xd3, "subdoc,special-handling,item-deleted", "Some of the paths failed on a deleted document"),
    SUBDOC_INVALID_XATTR_ORDER(0xd4, "subdoc,invalid-input", "Extended attributes come first"),
    SUBDOC_XATTR_UNKNOWN_VATTR_MACRO(0xd5, "subdoc,invalid-input", "The macro names nothing of the document"),
    SUBDOC_CAN_ONLY_REVIVE_DELETED_DOCUMENTS(0xd6, "subdoc,item-only", "The document is not deleted"),
    SUBDOC_DELETED_DOCUMENT_CANT_HAVE_VALUE(0xd7, "subdoc,invalid-input", "A deleted document has no value"),
    SUBDOC_FIELD_NOT_BINARY_VALUE(0xd8, "subdoc,item-only", "The attribute is no encoded bytes");

    private final int code;
    /** The attributes, separated by commas. */
    private final String attributes;

    private final String description;

    Status(int code, String attributes, String description) {
        this.code = code;
        this.attributes = attributes;
        this.description = description;
    }

    public int code() {
        return code;
    }

    /** Returns the attributes that let a client handle an unknown status. */
    public List<String> attributes() {
        return List.of(attributes.split(",", -1));
    }

    public String description() {
        return description;
    }
}
