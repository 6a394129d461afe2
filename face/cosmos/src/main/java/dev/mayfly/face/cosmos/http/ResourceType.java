package dev.mayfly.face.cosmos.http;

import org.jspecify.annotations.Nullable;

/** The type of resource that a link leads to. */
public enum ResourceType {
    ACCOUNT("", null),
    DATABASE("dbs", ACCOUNT),
    OFFER("offers", ACCOUNT),
    /** The addresses of replicas, which clients use that bypass the gateway. */
    ADDRESS("addresses", ACCOUNT),
    /** The public pages. */
    EXPLORER("_explorer", ACCOUNT),
    USER("users", DATABASE),
    PERMISSION("permissions", USER),
    ENCRYPTION_KEY("clientencryptionkeys", DATABASE),
    CONTAINER("colls", DATABASE),
    ITEM("docs", CONTAINER),
    PARTITION_KEY_RANGE("pkranges", CONTAINER),
    STORED_PROCEDURE("sprocs", CONTAINER),
    TRIGGER("triggers", CONTAINER),
    USER_DEFINED_FUNCTION("udfs", CONTAINER),
    CONFLICT("conflicts", CONTAINER),
    /** Something that is done to a whole container, such as the deletion of a logical partition. */
    CONTAINER_OPERATION("operations", CONTAINER);

    private static final ResourceType[] ALL = values();

    private final String word;
    private final @Nullable ResourceType parent;

    ResourceType(String word, @Nullable ResourceType parent) {
        this.word = word;
        this.parent = parent;
    }

    /** Its word in a link. */
    public String word() {
        return word;
    }

    public @Nullable ResourceType parent() {
        return parent;
    }

    /** Returns the type that this word means below a resource of the given type, or null. */
    static @Nullable ResourceType of(ResourceType parent, String word) {
        for (ResourceType type : ALL) {
            if (type.parent == parent && type.word.equals(word)) {
                return type;
            }
        }
        return null;
    }
}
