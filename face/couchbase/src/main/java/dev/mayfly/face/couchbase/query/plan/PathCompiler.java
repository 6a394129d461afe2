package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.ExpressionNames;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Assignment;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Changes;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Each;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Removal;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.query.change.DocumentChange;
import dev.mayfly.face.couchbase.query.change.DraftPath;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles SET and UNSET into changes of a document. Used for one statement. */
final class PathCompiler {
    private final VisibleNames names;
    private final N1qlExpressionCompiler expressions;

    PathCompiler(VisibleNames names, N1qlExpressionCompiler expressions) {
        this.names = names;
        this.expressions = expressions;
    }

    DocumentChange changes(String alias, Changes written) {
        List<DocumentChange.Change> changes = new ArrayList<>();
        for (Assignment assignment : written.set()) {
            changes.add(
                    assignment.meta()
                            ? meta(assignment.path(), assignment.value())
                            : change(assignment.path(), assignment.value(), assignment.each()));
        }
        for (Removal removal : written.unset()) {
            changes.add(removal.meta() ? meta(removal.path(), null) : change(removal.path(), null, removal.each()));
        }
        return new DocumentChange(alias, changes);
    }

    /** The path begins with a field of META(). */
    private DocumentChange.Change meta(N1qlExpression path, @Nullable N1qlExpression value) {
        List<String> fields = ExpressionNames.pathOf(path);
        String first = fields.isEmpty() ? "" : fields.getFirst();
        boolean known = first.equals("expiration") ? fields.size() == 1 : first.equals("xattrs") && fields.size() > 1;
        if (!known) {
            throw new N1qlException(
                    N1qlException.SEMANTIC, "SET and UNSET of META() take expiration and xattrs alone.");
        }
        N1qlExpression below = Resolver.qualify(path, "");
        return new DocumentChange.Change(
                true, DraftPath.of(below, expressions), value == null ? null : resolved(value), List.of(), null);
    }

    private Scalar resolved(N1qlExpression expression) {
        return expressions.compile(Resolver.resolve(expression, names));
    }

    private DocumentChange.Change change(N1qlExpression path, @Nullable N1qlExpression value, @Nullable Each each) {
        if (each == null) {
            return new DocumentChange.Change(
                    false,
                    DraftPath.of(rooted(path, Map.of()), expressions),
                    value == null ? null : resolved(value),
                    List.of(),
                    null);
        }
        // The variables of one FOR may be called like those of another.
        Map<String, String> variables = new LinkedHashMap<>();
        List<DocumentChange.Over> over = new ArrayList<>();
        for (List<N1qlExpression.Loop> dimension : each.loops().reversed()) {
            for (N1qlExpression.Loop loop : dimension) {
                over.add(over(loop, variables));
            }
        }
        N1qlExpression when = each.when();
        return new DocumentChange.Change(
                false,
                DraftPath.of(rooted(path, variables), expressions),
                value == null ? null : resolved(renamed(value, variables)),
                over,
                when == null ? null : resolved(renamed(when, variables)));
    }

    private DocumentChange.Over over(N1qlExpression.Loop loop, Map<String, String> variables) {
        N1qlExpression in = renamed(loop.in(), variables);
        DraftPath path = isPath(in) ? DraftPath.of(rooted(loop.in(), variables), expressions) : null;
        Scalar computed = resolved(in);
        String hidden = loop.variable() + " #" + names.slots();
        int slot = names.declare(hidden);
        variables.put(loop.variable(), hidden);
        int name = -1;
        if (loop.name() != null) {
            String hiddenName = loop.name() + " #" + names.slots();
            name = names.declare(hiddenName);
            variables.put(loop.name(), hiddenName);
        }
        return new DocumentChange.Over(hidden, slot, name, loop.within(), path, computed);
    }

    private static boolean isPath(N1qlExpression expression) {
        return switch (expression) {
            case N1qlExpression.Identifier _ -> true;
            case N1qlExpression.Field field -> isPath(field.of());
            case N1qlExpression.Element element -> isPath(element.of());
            default -> false;
        };
    }

    /** A path that begins with the document or a variable, whatever it was written like. */
    private N1qlExpression rooted(N1qlExpression path, Map<String, String> variables) {
        N1qlExpression renamed = renamed(path, variables);
        N1qlExpression root = renamed;
        while (!(root instanceof N1qlExpression.Identifier(String name, var _))) {
            root = switch (root) {
                case N1qlExpression.Field field -> field.of();
                case N1qlExpression.Element element -> element.of();
                default ->
                    throw new N1qlException(N1qlException.PARSE, "SET and UNSET take paths of names and indexes.");
            };
        }
        return Resolver.resolve(renamed, names);
    }

    private static N1qlExpression renamed(N1qlExpression expression, Map<String, String> variables) {
        if (variables.isEmpty()) {
            return expression;
        }
        Map<String, String> known = new HashMap<>(variables);
        return new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression part) {
                String other = part instanceof N1qlExpression.Identifier(String name, var _) ? known.get(name) : null;
                return other == null ? parts(part) : new N1qlExpression.Identifier(other);
            }
        }.rewrite(expression);
    }
}
