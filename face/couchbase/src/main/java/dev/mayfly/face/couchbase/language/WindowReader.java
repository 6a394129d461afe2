package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.WindowTerm;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the trees of windows, and writes out those that are called by a name. Used for one text. */
final class WindowReader {
    private static final int REWRITE = 6500;

    private final QueryReader queries;
    private Scope scope = new Scope();

    WindowReader(QueryReader queries) {
        this.queries = queries;
    }

    /** The windows that have a name where an expression is read: those of one WINDOW clause. */
    static final class Scope {
        private final Map<String, WindowTerm> named = new HashMap<>();

        private WindowTerm require(String name) {
            WindowTerm term = named.get(name);
            if (term == null) {
                throw refused("Window " + name + " not in the scope of window clause");
            }
            return term;
        }
    }

    /** Begins to read what may name the windows of a clause, and answers what {@link #leave} is to return to. */
    Scope enter(N1qlParser.@Nullable WindowsContext context) {
        Scope outside = scope;
        scope = new Scope();
        if (context != null) {
            context.namedWindow().forEach(this::declare);
        }
        return outside;
    }

    void leave(Scope outside) {
        scope = outside;
    }

    private void declare(N1qlParser.NamedWindowContext context) {
        String name = ExpressionReader.identifier(context.identifier());
        if (scope.named.containsKey(name)) {
            throw refused("Duplicate window clause alias " + name + ".");
        }
        WindowTerm term = term(context.windowTerm());
        boolean onlyFrame = context.windowTerm().identifier() == null
                && term.partitionBy().isEmpty()
                && term.orderBy().isEmpty()
                && term.frame() != null;
        if (onlyFrame) {
            throw refused("Only window frame clause is not allowed in named window: " + name);
        }
        scope.named.put(name, term);
    }

    /** The window behind OVER. */
    WindowTerm read(N1qlParser.OverContext context) {
        return context.windowTerm() == null
                ? scope.require(ExpressionReader.identifier(context.identifier()))
                : term(context.windowTerm());
    }

    private WindowTerm term(N1qlParser.WindowTermContext context) {
        List<N1qlExpression> partitionBy = queries.expressions().readAll(context.expressions());
        List<N1qlQuery.Sort> orderBy = queries.orderBy(context.orderBy());
        WindowTerm.Frame frame = context.windowFrame() == null ? null : frame(context.windowFrame());
        if (context.identifier() == null) {
            return new WindowTerm(partitionBy, orderBy, frame);
        }
        String name = ExpressionReader.identifier(context.identifier());
        WindowTerm base = scope.require(name);
        if (!partitionBy.isEmpty()) {
            throw conflict(name, "partitioning");
        }
        if (!orderBy.isEmpty() && !base.orderBy().isEmpty()) {
            throw conflict(name, "ordering");
        }
        if (base.frame() != null) {
            throw conflict(name, "framing");
        }
        return new WindowTerm(base.partitionBy(), orderBy.isEmpty() ? base.orderBy() : orderBy, frame);
    }

    private static N1qlException conflict(String name, String clause) {
        return refused("Window " + name + " shall not have a window " + clause + " clause");
    }

    private static N1qlException refused(String text) {
        return new N1qlException(REWRITE, text);
    }

    private WindowTerm.Frame frame(N1qlParser.WindowFrameContext context) {
        WindowTerm.Unit unit = switch (context.unit.getType()) {
            case N1qlParser.ROWS -> WindowTerm.Unit.ROWS;
            case N1qlParser.RANGE -> WindowTerm.Unit.RANGE;
            default -> WindowTerm.Unit.GROUPS;
        };
        return new WindowTerm.Frame(
                unit,
                bound(context.frameBound(0)),
                context.BETWEEN() == null ? null : bound(context.frameBound(1)),
                exclusion(context.frameExclusion()));
    }

    private WindowTerm.Bound bound(N1qlParser.FrameBoundContext context) {
        return switch (context) {
            case N1qlParser.UnboundedBoundContext unbounded ->
                new WindowTerm.Bound(
                        unbounded.PRECEDING() != null
                                ? WindowTerm.BoundKind.UNBOUNDED_PRECEDING
                                : WindowTerm.BoundKind.UNBOUNDED_FOLLOWING,
                        null);
            case N1qlParser.CurrentRowBoundContext _ -> new WindowTerm.Bound(WindowTerm.BoundKind.CURRENT_ROW, null);
            case N1qlParser.OffsetBoundContext offset ->
                new WindowTerm.Bound(
                        offset.PRECEDING() != null ? WindowTerm.BoundKind.PRECEDING : WindowTerm.BoundKind.FOLLOWING,
                        queries.expressions().read(offset.expression()));
            default -> throw new IllegalStateException("a bound of a kind unknown");
        };
    }

    private static WindowTerm.Exclusion exclusion(N1qlParser.@Nullable FrameExclusionContext context) {
        if (context == null || context.OTHERS() != null) {
            return WindowTerm.Exclusion.NO_OTHERS;
        }
        if (context.CURRENT() != null) {
            return WindowTerm.Exclusion.CURRENT_ROW;
        }
        return context.GROUP() != null ? WindowTerm.Exclusion.GROUP : WindowTerm.Exclusion.TIES;
    }
}
