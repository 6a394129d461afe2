package dev.mayfly.face.api;

import dev.mayfly.engine.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Changes the rules of expiry of one face for administrators: it translates them into the engine's terms as if the
 * face's own clients had made the change, so that those clients see it. Every method may throw {@link FaceRefusal},
 * and the engine's exceptions. Safe for concurrent use.
 */
public interface FacePolicies {
    /** Does work while no client of the face changes the collection's definition. */
    default void alone(Collection collection, Runnable work) {
        work.run();
    }

    /**
     * Collects the effect of the rules.
     *
     * @param collecting the collection through which a {@code PolicyChange} is collected; nothing is written
     */
    void collect(Collection collecting, List<RuleChange> rules);

    /** Called when a change with these rules was made: writes what lies beside the collection, and tells clients. */
    default void made(Collection collection, List<RuleChange> rules) {}

    /** The most seconds that a document may be given, -1 for without limit; empty where there is no such thing. */
    default OptionalLong maxTtl(Collection collection) {
        return OptionalLong.empty();
    }

    /** Returns a note on the rules beside the figures of a dry run, or null. */
    default @Nullable String note(List<RuleChange> rules) {
        return null;
    }
}
