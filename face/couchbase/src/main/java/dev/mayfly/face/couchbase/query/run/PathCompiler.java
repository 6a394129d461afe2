package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.ExpressionNames;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Statement.Assignment;
import dev.mayfly.face.couchbase.language.tree.Statement.Changes;
import dev.mayfly.face.couchbase.language.tree.Statement.Each;
import dev.mayfly.face.couchbase.language.tree.Statement.Removal;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes of SET and UNSET what changes a document. Used for one statement. */
final class PathCompiler {
    private final Names names;
    private final ExpressionCompiler expressions;

    PathCompiler(Names names, ExpressionCompiler expressions) {
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
    private DocumentChange.Change meta(Expression path, @Nullable Expression value) {
        List<String> fields = ExpressionNames.pathOf(path);
        String first = fields.isEmpty() ? "" : fields.getFirst();
        boolean known = first.equals("expiration") ? fields.size() == 1 : first.equals("xattrs") && fields.size() > 1;
        if (!known) {
            throw new QueryException(
                    QueryException.SEMANTIC, "SET and UNSET of META() take expiration and xattrs alone.");
        }
        Expression below = Resolver.qualify(path, "");
        return new DocumentChange.Change(
                true, DraftPath.of(below, expressions), value == null ? null : resolved(value), List.of(), null);
    }

    private Scalar resolved(Expression expression) {
        return expressions.compile(Resolver.resolve(expression, names));
    }

    private DocumentChange.Change change(Expression path, @Nullable Expression value, @Nullable Each each) {
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
        for (List<Expression.Loop> dimension : each.loops().reversed()) {
            for (Expression.Loop loop : dimension) {
                over.add(over(loop, variables));
            }
        }
        Expression when = each.when();
        return new DocumentChange.Change(
                false,
                DraftPath.of(rooted(path, variables), expressions),
                value == null ? null : resolved(renamed(value, variables)),
                over,
                when == null ? null : resolved(renamed(when, variables)));
    }

    private DocumentChange.Over over(Expression.Loop loop, Map<String, String> variables) {
        Expression in = renamed(loop.in(), variables);
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

    private static boolean isPath(Expression expression) {
        return switch (expression) {
            case Expression.Identifier _ -> true;
            case Expression.Field field -> isPath(field.of());
            case Expression.Element element -> isPath(element.of());
            default -> false;
        };
    }

    /** A path that begins with the document or a variable, whatever it was written like. */
    private Expression rooted(Expression path, Map<String, String> variables) {
        Expression renamed = renamed(path, variables);
        Expression root = renamed;
        while (!(root instanceof Expression.Identifier(String name))) {
            root = switch (root) {
                case Expression.Field field -> field.of();
                case Expression.Element element -> element.of();
                default ->
                    throw new QueryException(QueryException.PARSE, "SET and UNSET take paths of names and indexes.");
            };
        }
        return Resolver.resolve(renamed, names);
    }

    private static Expression renamed(Expression expression, Map<String, String> variables) {
        if (variables.isEmpty()) {
            return expression;
        }
        Map<String, String> known = new HashMap<>(variables);
        return new Rewriter() {
            @Override
            public Expression rewrite(Expression part) {
                String other = part instanceof Expression.Identifier(String name) ? known.get(name) : null;
                return other == null ? parts(part) : new Expression.Identifier(other);
            }
        }.rewrite(expression);
    }
}
