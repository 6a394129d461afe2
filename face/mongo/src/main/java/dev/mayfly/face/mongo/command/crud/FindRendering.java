package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.ClusteredIndex;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.QueryFields;
import dev.mayfly.face.mongo.language.aggregation.stage.SortKeys;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.MatchedPosition;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.projection.Projection;
import dev.mayfly.face.mongo.language.projection.ProjectionCompiler;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.value.EncodedRow;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.query.ProjectedCursor;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.SearchFacts;
import dev.mayfly.face.mongo.query.TimedView;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The form in which find returns each document: whole, projected, or as its key in the scanned index. */
final class FindRendering {
    private static final String RECORD_ID_FIELD = "$recordId";
    private static final BsonDocument NO_KEY = new BsonDocument();
    private static final BsonDocument ID_KEY = new BsonDocument("_id", new BsonInt32(1));

    private final QuerySpec spec;
    private final Variables variables;
    private final BsonDocument asked;
    private final Projection projection;
    private final boolean isTimed;
    private final boolean returnsKey;
    private final boolean showsRecordId;

    private FindRendering(CommandRequest request, QuerySpec spec, Variables variables) {
        this.spec = spec;
        this.variables = variables;
        this.returnsKey = request.bool("returnKey", false);
        this.showsRecordId = request.bool("showRecordId", false);
        BsonDocument whole = QueryFields.tree(request, "projection");
        this.asked = returnsKey ? metaOf(whole) : whole;
        this.projection = ProjectionCompiler.find(asked, known());
        this.isTimed = DeadlineField.isAskedWithin(asked);
    }

    static FindRendering of(CommandRequest request, QuerySpec spec, Variables variables) {
        return new FindRendering(request, spec, variables);
    }

    /** Returns the fields of a projection that ask for metadata, which is not in the document. */
    private static BsonDocument metaOf(BsonDocument projection) {
        BsonDocument meta = new BsonDocument();
        projection.forEach((path, value) -> {
            if (MetaVariables.isAskedBy(value)) {
                meta.put(path, value);
            }
        });
        return meta;
    }

    /** The variables that the projection may read; those about a document have no value yet. */
    private Variables known() {
        Variables known = variables
                .with(MetaVariables.variable(MetaVariables.RECORD_ID), BsonNull.VALUE)
                .with(MetaVariables.variable(MetaVariables.INDEX_KEY), BsonNull.VALUE);
        for (String fact : SearchFacts.of(spec.filter()).arguments()) {
            known = known.with(MetaVariables.variable(fact), BsonNull.VALUE);
        }
        boolean hasOrder = !spec.sort().isEmpty() && !spec.sort().containsKey("$natural");
        return hasOrder ? known.with(MetaVariables.variable(MetaVariables.SORT_KEY), BsonNull.VALUE) : known;
    }

    /** Returns the rendering of documents found by a full scan. */
    Function<Document, BsonView> ofScan(CollectionRecord record) {
        return rendering(record, NO_KEY);
    }

    /** Returns the rendering of documents found by a plan. */
    Function<Document, BsonView> of(CollectionRecord record, Plan plan) {
        return rendering(record, returnsKey || asks(MetaVariables.INDEX_KEY) ? pattern(record, plan) : NO_KEY);
    }

    /** The key of the index that a plan walks, empty if it walks none. */
    private BsonDocument pattern(CollectionRecord record, Plan plan) {
        return switch (plan) {
            case Plan.KeyLookup _, Plan.KeyRangeScan _ -> ID_KEY;
            case Plan.IndexScan scan -> pattern(record.index(scan.index()).orElseThrow());
            case Plan.CollectionScan _ -> walksIds() ? ID_KEY : NO_KEY;
            case Plan.DeadlineScan _, Plan.NearScan _, Plan.TextScan _ -> NO_KEY;
            case Plan.Union _ -> throw unsupported("over several walks of indexes");
        };
    }

    /** Returns whether the client asks for the order of the ids, in which all documents are scanned anyway. */
    private boolean walksIds() {
        BsonValue hint = spec.hint();
        boolean isHinted = hint != null
                && (hint.isString() ? hint.asString().getValue().equals(IndexListing.ID_INDEX) : hint.equals(ID_KEY));
        boolean isSorted = !spec.sort().isEmpty() && spec.sort().getFirstKey().equals("_id");
        return isHinted || (isSorted && hint == null);
    }

    private static BsonDocument pattern(IndexDefinition index) {
        if (index.multikey() || index.kind() == IndexDefinition.Kind.WILDCARD || IndexListing.isHashed(index)) {
            throw unsupported("over an index of arrays, of hashes or of all paths");
        }
        return IndexListing.key(index);
    }

    private static CommandError unsupported(String what) {
        return new CommandError(
                MongoCode.COMMAND_NOT_SUPPORTED, "find.returnKey " + what + " is not supported by this server");
    }

    private Function<Document, BsonView> rendering(CollectionRecord record, BsonDocument pattern) {
        if (asked.isEmpty() && !returnsKey && !showsRecordId) {
            return ProjectedCursor::whole;
        }
        boolean isClustered = ClusteredIndex.isOf(record);
        return document -> render(document, pattern, isClustered);
    }

    private BsonView render(Document document, BsonDocument pattern, boolean isClustered) {
        View view = TimedView.of(document, spec.filter());
        BsonDocument tree = isTimed ? TimedView.tree(document) : HeapSize.admittedTree(view);
        BsonDocument source = returnsKey ? key(tree, pattern) : tree;
        BsonDocument left = projection.apply(source, told(document, tree, pattern, isClustered), position(view));
        BsonDocument visible = isTimed ? DeadlineField.hidden(left) : left;
        return EncodedRow.of(showsRecordId ? with(visible, recordId(document, tree, isClustered)) : visible);
    }

    private int position(View view) {
        if (!projection.isPositional()) {
            return Projection.NO_POSITION;
        }
        MatchedPosition matched = new MatchedPosition();
        spec.filter().matches(view, matched);
        return matched.index();
    }

    /** Returns the variables with the facts known about this document. */
    private Variables told(Document document, BsonDocument tree, BsonDocument pattern, boolean isClustered) {
        Variables told = variables;
        if (asks(MetaVariables.SORT_KEY)) {
            BsonValue key = SortKeys.of(tree, spec.sort(), spec.collation());
            told = told.with(MetaVariables.variable(MetaVariables.SORT_KEY), key);
        }
        if (asks(MetaVariables.RECORD_ID)) {
            BsonValue id = recordId(document, tree, isClustered);
            told = told.with(MetaVariables.variable(MetaVariables.RECORD_ID), id);
        }
        SearchFacts facts = SearchFacts.of(spec.filter());
        for (String fact : facts.arguments()) {
            if (asks(fact)) {
                told = told.with(MetaVariables.variable(fact), facts.of(fact, document.view()));
            }
        }
        return asks(MetaVariables.INDEX_KEY) && !pattern.isEmpty()
                ? told.with(MetaVariables.variable(MetaVariables.INDEX_KEY), key(tree, pattern))
                : told;
    }

    private boolean asks(String meta) {
        return MetaVariables.isAskedWithin(asked, meta);
    }

    private static BsonDocument key(BsonDocument tree, BsonDocument pattern) {
        BsonDocument key = new BsonDocument();
        pattern.keySet().forEach(path -> key.put(path, SortKeys.single(tree, path)));
        return key;
    }

    private static BsonDocument with(BsonDocument document, BsonValue recordId) {
        BsonDocument shown = new BsonDocument();
        shown.putAll(document);
        return shown.append(RECORD_ID_FIELD, recordId);
    }

    /** The id where documents are clustered by it; otherwise a number made of it (FNV-1a), since none is stored. */
    private static BsonValue recordId(Document document, BsonDocument tree, boolean isClustered) {
        if (isClustered) {
            return tree.get("_id", BsonNull.VALUE);
        }
        long hash = 0xcbf29ce484222325L;
        for (byte each : document.key().bytes()) {
            hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
        }
        return new BsonInt64(hash & Long.MAX_VALUE);
    }
}
