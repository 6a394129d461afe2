package dev.mayfly.face.cosmos.http;

import org.jspecify.annotations.Nullable;

/** The operation on a resource or on a feed. */
public enum Verb {
    READ,
    CREATE,
    UPSERT,
    REPLACE,
    PATCH,
    DELETE,
    /** All resources of a feed. */
    LIST,
    QUERY,
    QUERY_PLAN,
    BATCH,
    /** Reads the changes of a feed. */
    CHANGES,
    EXECUTE;

    /** Returns true if the verb may change something. */
    public boolean isWrite() {
        return switch (this) {
            case READ, LIST, QUERY, QUERY_PLAN, CHANGES -> false;
            case CREATE, UPSERT, REPLACE, PATCH, DELETE, BATCH, EXECUTE -> true;
        };
    }

    /** Null when the method means nothing there. */
    static @Nullable Verb of(String method, Link link, RequestFields fields) {
        return switch (method) {
            case "GET" -> link.isFeed() ? listing(link, fields) : READ;
            case "POST" -> link.isFeed() ? posting(fields) : EXECUTE;
            case "PUT" -> link.isFeed() ? null : REPLACE;
            case "PATCH" -> link.isFeed() ? null : PATCH;
            case "DELETE" -> link.isFeed() ? null : DELETE;
            default -> null;
        };
    }

    private static Verb listing(Link link, RequestFields fields) {
        boolean isOfChanges = link.type() == ResourceType.ITEM && fields.get(RequestField.A_IM) != null;
        return isOfChanges ? CHANGES : LIST;
    }

    private static Verb posting(RequestFields fields) {
        if (fields.isTrue(RequestField.IS_QUERY_PLAN)) {
            return QUERY_PLAN;
        }
        String type = fields.get(RequestField.CONTENT_TYPE);
        if (fields.isTrue(RequestField.IS_QUERY) || (type != null && type.startsWith("application/query+json"))) {
            return QUERY;
        }
        if (fields.isTrue(RequestField.IS_BATCH)) {
            return BATCH;
        }
        return fields.isTrue(RequestField.IS_UPSERT) ? UPSERT : CREATE;
    }
}
