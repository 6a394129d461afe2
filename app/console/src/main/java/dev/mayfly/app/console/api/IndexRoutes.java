package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminErrors;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.operation.OperationProgress;
import dev.mayfly.app.console.operation.WorkFailed;
import dev.mayfly.app.console.view.IndexView;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.IndexUse;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.definition.IndexBuild;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.api.AdminGuard;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FaceSchemas;
import dev.mayfly.face.api.FaceSchemas.IndexDraft;
import dev.mayfly.face.api.FaceSchemas.IndexField;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The routes of indexes: how they are used, how far their builds are, new ones and dropped ones. */
final class IndexRoutes {
    private static final Set<String> OF_INDEX = Set.of("fields", "unique", "expireAfter");

    private final AdminServices services;
    private final RequestTarget finder;
    private final Map<String, FaceSchemas> faces;
    private final OperationRoutes operations;
    private final RequestMemoryPool memory;

    IndexRoutes(AdminServices services) {
        this.services = services;
        this.finder = new RequestTarget(services.engine(), services.keys());
        this.faces = services.schemas();
        this.operations = new OperationRoutes(services.operations());
        this.memory = services.memory();
    }

    /**
     * An index with its use.
     *
     * @param uses how often queries have walked it, since the instant told
     */
    record UsedView(IndexView index, long uses, @Nullable InstantView since) {}

    /** A build under way, in documents. */
    record BuildView(String index, long done, long total) {}

    /**
     * The indexes of a collection.
     *
     * @param scans how often queries have walked all documents for want of an index
     * @param byKey how often they have looked documents up by their keys
     */
    record IndexesView(List<UsedView> items, List<BuildView> builds, long scans, long byKey) {}

    HttpResponse list(HttpRequest request) {
        Collection collection = finder.collection(request);
        IndexUse use = collection.indexUse();
        List<UsedView> items = new ArrayList<>();
        for (IndexDefinition index : collection.record().indexes()) {
            IndexUse.Count count = use.of(index.id());
            items.add(new UsedView(
                    IndexView.of(collection.record(), index), count.uses(), InstantView.of(count.since())));
        }
        List<BuildView> builds = new ArrayList<>();
        for (IndexBuild.Status status : collection.definition().builds()) {
            builds.add(new BuildView(status.index(), status.done(), status.total()));
        }
        return ApiAnswers.json(
                200, new IndexesView(items, builds, use.scans(), use.ofKeys().uses()));
    }

    /** Begins the build of an index; its progress is that of the operation. */
    HttpResponse create(HttpRequest request) {
        SchemaRoutes.requireKnown(request, OF_INDEX);
        Collection collection = finder.collection(request);
        FaceSchemas face = SchemaRoutes.face(faces, request);
        IndexDraft draft = draft(request);
        if (collection.record().indexes().stream()
                .anyMatch(index -> index.name().equals(draft.name()))) {
            throw AdminException.conflict("there is an index " + draft.name() + " already");
        }
        Actor actor = Actor.current(collection.name().face());
        long total = collection.storedSize().documents();
        return operations.begin("index", collection.name() + " " + draft.name(), "documents", progress -> {
            progress.advance(0, total);
            return actor.call(() -> build(face, collection, draft, progress));
        });
    }

    record BuiltView(String index, long documents) {}

    private BuiltView build(FaceSchemas face, Collection collection, IndexDraft draft, OperationProgress progress) {
        try (AdminGuard guard = new AdminGuard(memory, SystemClock.INSTANCE, AdminGuard.UNLIMITED, () -> true)) {
            guard.during(() -> {
                face.createIndex(collection, draft);
                return draft;
            });
        } catch (FaceRefusal refused) {
            throw new WorkFailed(refused.text(), refused);
        } catch (EngineException failure) {
            throw new WorkFailed(AdminErrors.of(failure.error()).text(), failure);
        } catch (MemoryLimitExceeded exceeded) {
            throw new WorkFailed(AdminErrors.of(exceeded).text(), exceeded);
        }
        long documents = collection.storedSize().documents();
        progress.advance(documents, documents);
        return new BuiltView(draft.name(), documents);
    }

    /** The fields as a list of paths, those in descending order with a minus in front. */
    private IndexDraft draft(HttpRequest request) {
        List<IndexField> fields = new ArrayList<>();
        for (String field : ApiAnswers.texts(request, "fields")) {
            boolean isDescending = field.startsWith("-");
            String path = isDescending ? field.substring(1) : field;
            if (path.isBlank()) {
                throw AdminException.badRequest("a field of an index has a name");
            }
            fields.add(new IndexField(path, isDescending));
        }
        String after = SchemaRoutes.text(request, "expireAfter");
        Long seconds = after == null ? null : SchemaRoutes.seconds("expireAfter", after);
        if (fields.isEmpty()
                && !services.definitions(RequestTarget.name(request)).hasPrimaryIndexes()) {
            throw AdminException.badRequest("say of which fields: {\"fields\": [\"user\", \"-seen\"]}");
        }
        return new IndexDraft(request.parameter("index"), fields, ApiAnswers.flag(request, "unique"), seconds);
    }

    HttpResponse drop(HttpRequest request) {
        Collection collection = finder.collection(request);
        String name = request.parameter("index");
        SchemaRoutes.face(faces, request).dropIndex(collection, name);
        return ApiAnswers.json(200, new SchemaRoutes.DroppedView(name, true));
    }
}
