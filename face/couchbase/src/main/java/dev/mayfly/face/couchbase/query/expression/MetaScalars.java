package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The compiled forms of META() and its fields: single fields are computed alone. */
final class MetaScalars {
    private static final String ATTRIBUTES = "xattrs";

    private MetaScalars() {}

    /** A field of META(), or of its extended attributes; null where the field is one of something else. */
    static @Nullable Scalar field(N1qlExpression of, String name, VisibleNames names) {
        VisibleNames.Place place = place(of, names);
        if (place != null) {
            return frame -> {
                Meta meta = frame.at(place.depth()).meta(place.slot());
                return meta == null ? N1qlValues.MISSING : meta.field(name);
            };
        }
        VisibleNames.Place attributed =
                of instanceof N1qlExpression.Field(N1qlExpression meta, N1qlExpression.Constant(N1qlString field))
                                && field.stringValue().equals(ATTRIBUTES)
                        ? place(meta, names)
                        : null;
        if (attributed == null) {
            return null;
        }
        return frame -> {
            Meta meta = frame.at(attributed.depth()).meta(attributed.slot());
            return meta == null ? N1qlValues.MISSING : meta.attribute(name, frame.execution());
        };
    }

    private static VisibleNames.@Nullable Place place(N1qlExpression expression, VisibleNames names) {
        return expression instanceof N1qlExpression.Call(String function, List<N1qlExpression> arguments, var _)
                        && Resolver.isMeta(function)
                        && arguments.size() == 1
                        && arguments.getFirst() instanceof N1qlExpression.Identifier(String source, var _)
                ? names.require(source)
                : null;
    }

    /**
     * All that META() shows; NULL of a value that is no document.
     *
     * @param compiler of the argument
     */
    static Scalar all(List<N1qlExpression> arguments, VisibleNames names, Function<N1qlExpression, Scalar> compiler) {
        if (arguments.size() != 1) {
            throw new N1qlException(N1qlException.PARSE, "META() takes the name of a keyspace.");
        }
        if (!(arguments.getFirst() instanceof N1qlExpression.Identifier(String source, var _))) {
            Scalar value = compiler.apply(arguments.getFirst());
            return frame -> value.of(frame).isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
        }
        VisibleNames.Place place = names.require(source);
        return frame -> {
            Frame at = frame.at(place.depth());
            Meta meta = at.meta(place.slot());
            if (meta == null) {
                return at.get(place.slot()).isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
            }
            return meta.all();
        };
    }
}
