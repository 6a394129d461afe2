package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.ResolvedView;
import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.aggregation.stage.CollectionReader;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.SearchedCollection;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.query.PipelineReads;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.StreamedRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * Opens the other collections and views that the stages of one pipeline name. A view is found and compiled once, however
 * many rows it is joined to. Used by one thread at a time.
 */
final class JoinedCollections implements CollectionReader {
    private final MongoCollections collections;
    private final String database;
    private final Variables variables;
    private final PipelineReads reads;
    private final Map<String, Optional<View>> views = new HashMap<>();

    JoinedCollections(MongoCollections collections, String database, Collation collation, PipelineReads reads) {
        this.collections = collections;
        this.database = database;
        this.variables = Variables.NONE.withCollation(collation);
        this.reads = reads;
    }

    /** A view as it was when the pipeline first read it. */
    private record View(String base, Pipeline pipeline) {}

    @Override
    public Rows read(String name, BsonDocument match) {
        Optional<View> view = views.computeIfAbsent(name, this::view);
        if (view.isPresent()) {
            return overView(view.get(), match);
        }
        Optional<Collection> collection = collections.find(database, name);
        if (collection.isEmpty()) {
            return Rows.of(List.of());
        }
        QuerySpec spec = QuerySpec.of(Query.filter(match, variables), variables.collation());
        Collection found = collection.get();
        return StreamedRows.joined(reads, found, Query.open(found, reads.joined(found), spec), false);
    }

    @Override
    public SearchedCollection searched(String name) {
        return collections
                .find(database, name)
                .<SearchedCollection>map(CollectionSearch::new)
                .orElse(SearchedCollection.NONE);
    }

    private Optional<View> view(String name) {
        Optional<ResolvedView> resolved = collections.views().resolve(database, name);
        return resolved.map(view -> new View(view.base(), PipelineCompiler.compile(view.pipeline(), variables)));
    }

    private Rows overView(View view, BsonDocument match) {
        PipelineContext context = new PipelineContext(variables, this);
        Pipeline pipeline = match.isEmpty() ? view.pipeline : view.pipeline.matching(match, variables);
        Optional<List<BsonDocument>> listed = collections.views().documents(database, view.base);
        if (listed.isPresent()) {
            return pipeline.run(Rows.of(listed.get()), context);
        }
        return collections
                .find(database, view.base)
                .map(base -> overBase(base, PipelineScan.of(pipeline, base, null, context), context))
                .orElseGet(() -> pipeline.run(Rows.of(List.of()), context));
    }

    private Rows overBase(Collection base, PipelineScan scan, PipelineContext context) {
        ReadView reading = reads.joined(base);
        return scan.run(
                isTimed -> StreamedRows.joined(reads, base, Query.open(base, reading, scan.spec()), isTimed), context);
    }
}
