package dev.mayfly.face.cosmos.http;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The path from the account down to a resource, or to the feed of its siblings: {@code dbs/d/colls/c/docs/i}. Each id
 * is a name or, in a link by rids, a resource id; only a lookup can tell.
 *
 * @param ids decoded, one per step; a feed has none for its last step
 * @param isFeed whether it leads to all resources of the type below one parent
 */
public record Link(ResourceType type, List<String> ids, boolean isFeed) {
    private static final int SEGMENTS_MAX = 8;
    private static final int ID_CHARACTERS_MAX = 1_023;

    public Link {
        ids = List.copyOf(ids);
    }

    /**
     * Reads a path as it was sent, with any number of slashes before and behind it.
     *
     * @throws CosmosException when it leads nowhere, or an id is none
     */
    public static Link of(String rawPath) {
        List<String> segments = segments(rawPath);
        ResourceType type = ResourceType.ACCOUNT;
        List<String> ids = new ArrayList<>(4);
        for (int index = 0; index < segments.size(); index += 2) {
            ResourceType next = ResourceType.of(type, segments.get(index));
            if (next == null) {
                throw nowhere();
            }
            type = next;
            if (index + 1 < segments.size()) {
                ids.add(id(segments.get(index + 1)));
            }
        }
        return new Link(type, ids, segments.size() % 2 == 1);
    }

    private static List<String> segments(String path) {
        int from = 0;
        int until = path.length();
        while (from < until && path.charAt(from) == '/') {
            from++;
        }
        while (until > from && path.charAt(until - 1) == '/') {
            until--;
        }
        List<String> segments = new ArrayList<>(SEGMENTS_MAX);
        while (from < until) {
            int slash = path.indexOf('/', from);
            int end = slash < 0 || slash > until ? until : slash;
            if (segments.size() == SEGMENTS_MAX) {
                throw nowhere();
            }
            segments.add(path.substring(from, end));
            from = end + 1;
        }
        return segments;
    }

    private static CosmosException nowhere() {
        return new CosmosException(404, 0, "NotFound", "The requested resource does not exist: no such path.");
    }

    private static String id(String raw) {
        String id = decoded(raw);
        boolean isStep = id.equals(".") || id.equals("..");
        if (id.isEmpty() || id.length() > ID_CHARACTERS_MAX || isStep || hasForbidden(id)) {
            throw CosmosException.badRequest("The input name '" + (id.length() > 255 ? id.substring(0, 255) : id)
                    + "' is invalid. Ensure to provide a unique non-empty string less than '255' characters.");
        }
        return id;
    }

    private static boolean hasForbidden(String id) {
        for (int index = 0; index < id.length(); index++) {
            char c = id.charAt(index);
            if (c == '/' || c == '\\' || c == '?' || c == '#' || c < ' ') {
                return true;
            }
        }
        return false;
    }

    /** In a path a plus is literal. */
    private static String decoded(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        try {
            return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw CosmosException.badRequest("The path of the request cannot be decoded.");
        }
    }

    public String database() {
        return ids.getFirst();
    }

    public String container() {
        return ids.get(1);
    }

    /** The id of the resource itself; a feed has none. */
    public String id() {
        return ids.getLast();
    }

    /** The link as it is signed by name: no slash before or behind, nothing encoded; of a feed that of its parent. */
    public String resourceLink() {
        return resourceLink(ids.size());
    }

    /** Returns the link of the first {@code steps} steps. */
    public String resourceLink(int steps) {
        List<ResourceType> chain = new ArrayList<>(4);
        for (ResourceType at = type; at != null && at != ResourceType.ACCOUNT; at = at.parent()) {
            chain.addFirst(at);
        }
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < steps; index++) {
            text.append(index == 0 ? "" : "/")
                    .append(chain.get(index).word())
                    .append('/')
                    .append(ids.get(index));
        }
        return text.toString();
    }
}
