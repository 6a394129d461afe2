package dev.mayfly.face.mongo.language.plan;

import dev.mayfly.base.document.KeyPart;
import java.util.List;

/** In which direction, if any, a scan of an index delivers an order. */
enum SortMatch {
    NONE,
    FORWARD,
    BACKWARD,
    /** In both: everything the order speaks of is the same in all that is found. */
    EITHER;

    /** A part bound to one value takes no part in the order of the rest, so it may be passed over. */
    static SortMatch of(List<KeyPart> parts, IndexBounds bounds, List<KeyPart> sort) {
        SortMatch match = EITHER;
        int at = 0;
        for (KeyPart wanted : sort) {
            if (isConstant(parts, bounds, wanted)) {
                continue;
            }
            while (at < parts.size() && bounds.isConstant(at)) {
                at++;
            }
            if (at == parts.size() || !parts.get(at).path().equals(wanted.path())) {
                return NONE;
            }
            SortMatch direction = parts.get(at).descending() == wanted.descending() ? FORWARD : BACKWARD;
            if (match != EITHER && match != direction) {
                return NONE;
            }
            match = direction;
            at++;
        }
        return match;
    }

    private static boolean isConstant(List<KeyPart> parts, IndexBounds bounds, KeyPart wanted) {
        for (int i = 0; i < parts.size(); i++) {
            if (bounds.isConstant(i) && parts.get(i).path().equals(wanted.path())) {
                return true;
            }
        }
        return false;
    }
}
