package dev.mayfly.engine.schema;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.expiry.Rule;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Asks for an index.
 *
 * @param partial the face's form of a filter that documents must pass; empty for none
 * @param options whatever else the face keeps of it
 * @param lifetime the rule that comes with it, or null
 */
public record IndexRequest(
        String name,
        IndexDefinition.Kind kind,
        List<KeyPart> parts,
        boolean unique,
        boolean sparse,
        boolean hidden,
        byte[] partial,
        byte[] options,
        @Nullable TtlRule lifetime) {
    public IndexRequest {
        parts = List.copyOf(parts);
    }

    /** The same with another rule. */
    public IndexRequest withLifetime(TtlRule rule) {
        return new IndexRequest(name, kind, parts, unique, sparse, hidden, partial, options, rule);
    }

    /** Asks for an index once more that was dropped with its rule. */
    public static IndexRequest again(IndexDefinition dropped, TtlRule rule) {
        return new IndexRequest(
                dropped.name(),
                dropped.kind(),
                dropped.parts(),
                dropped.unique(),
                dropped.sparse(),
                dropped.hidden(),
                dropped.partial(),
                dropped.options(),
                rule);
    }

    /** The index that is asked for, of which nothing is built. */
    public IndexDefinition definition(int id) {
        return new IndexDefinition(
                id,
                name,
                kind,
                parts,
                unique,
                sparse,
                hidden,
                false,
                partial,
                options,
                IndexDefinition.Progress.BUILDING);
    }

    /** The rule that comes with an index. */
    public sealed interface TtlRule {
        /** A document expires this number of seconds after the earliest date at the path. */
        record OverField(FieldPath path, long afterSeconds) implements TtlRule {}

        /**
         * A property of a document dies this number of seconds after an instant.
         *
         * @param date where the date stands from which it counts; without meaning for the others
         */
        record OverProperty(PropertyTerm term, FieldPath date, long afterSeconds) implements TtlRule {}

        /** A queue without a rule, ordered by this instant at the path, on which policies can rest. */
        record OverQueue(FieldPath path, FieldInstant instant) implements TtlRule {}

        /** A document expires after its last modification; without seconds, only documents with a lifetime of their own do. */
        record OverModified(OptionalLong afterSeconds) implements TtlRule {
            Rule.Modified rule() {
                return afterSeconds.isPresent()
                        ? new Rule.Modified(Rule.Modified.Kind.AFTER, afterSeconds.getAsLong())
                        : new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0);
            }
        }
    }
}
