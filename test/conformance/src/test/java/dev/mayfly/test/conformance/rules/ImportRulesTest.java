package dev.mayfly.test.conformance.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoErrors;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.StringEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Section 1 of the house guide: who may import whom, and what must be absent; {@link BannedCallsTest} has what nobody
 * may call. Tests and measurements are exempt: they look into every room.
 */
final class ImportRulesTest {
    /**
     * The engine's own operations are said in these three values of the port: how surely a write is kept, and which
     * keys a scan covers in which direction. They hold no store, so a face may name them; anything else of the port is
     * the engine's alone.
     */
    private static final DescribedPredicate<JavaClass> STORE_VALUES =
            belongToAnyOf(Durability.class, KeyRange.class, Direction.class);

    private static final DescribedPredicate<JavaClass> ONE_ERROR = DescribedPredicate.describe(
            "one error of the engine",
            each -> !each.isEquivalentTo(EngineError.class) && each.isAssignableTo(EngineError.class));

    @TestFactory
    Stream<DynamicTest> modulesImportWhatTheTableAllows() {
        return Arrays.stream(HouseModule.values())
                .map(module -> dynamicTest(
                        module.name().toLowerCase(Locale.ROOT),
                        () -> importsOf(module).check(TheHouse.CLASSES)));
    }

    private static ArchRule importsOf(HouseModule module) {
        DescribedPredicate<JavaClass> allowed = resideInAnyPackage(module.allowed());
        return classes()
                .that()
                .resideInAPackage(module.packages())
                .should()
                .onlyDependOnClassesThat(module.namesStoreValues() ? allowed.or(STORE_VALUES) : allowed);
    }

    @Test
    void everyClassHasARowInTheTable() {
        TheHouse.CLASSES.forEach(each -> HouseModule.of(each.getPackageName()));
    }

    @Test
    void modulesHaveNoCycles() {
        slices().assignedFrom(new ByModule()).should().beFreeOfCycles().check(TheHouse.CLASSES);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.mayfly.(**)").should().beFreeOfCycles().check(TheHouse.CLASSES);
    }

    private static final class ByModule implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass each) {
            return each.getPackageName().startsWith("dev.mayfly")
                    ? SliceIdentifier.of(HouseModule.of(each.getPackageName()).name())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "modules";
        }
    }

    @Test
    void facesKnowNoStoreAndNoOtherFace() {
        for (HouseModule face : HouseModule.values()) {
            if (face.isFace()) {
                DescribedPredicate<JavaClass> otherFace = resideInAPackage("dev.mayfly.face..")
                        .and(not(resideInAnyPackage(
                                face.packages(), HouseModule.TRANSPORT.packages(), HouseModule.FACE_API.packages())));
                DescribedPredicate<JavaClass> store =
                        resideInAPackage("dev.mayfly.store..").and(not(STORE_VALUES));
                noClasses()
                        .that()
                        .resideInAPackage(face.packages())
                        .should()
                        .dependOnClassesThat(otherFace.or(store))
                        .check(TheHouse.CLASSES);
            }
        }
    }

    @Test
    void engineSpeaksOfNoProtocol() {
        noClasses()
                .that()
                .resideInAnyPackage("dev.mayfly.engine..", "dev.mayfly.store..", "dev.mayfly.base..")
                .should()
                .haveNameMatching(".*(Mongo|Cosmos|Couchbase).*")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("dev.mayfly.face..")
                .check(TheHouse.CLASSES);
    }

    @Test
    void storesSeeBytesAndNoDocuments() {
        noClasses()
                .that()
                .resideInAPackage("dev.mayfly.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.bson..", "dev.mayfly.base.document..", "dev.mayfly.engine..")
                .check(TheHouse.CLASSES);
    }

    @Test
    void onlyTheServerNamesConcreteStores() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.mayfly.app.server..", "dev.mayfly.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.mayfly.store.memory..",
                        "dev.mayfly.store.rocksdb..",
                        "dev.mayfly.store.cassandra..",
                        "org.rocksdb..",
                        "com.datastax..")
                .check(TheHouse.CLASSES);
    }

    /** One place decides what is live; the type of every answer can be made nowhere else. */
    @Test
    void onlyTheGateMakesDocuments() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.mayfly.engine.read.LiveGate")
                .should(Calls.of("make a Document", Calls.constructor("dev.mayfly.engine.read.Document")))
                .check(TheHouse.CLASSES);
        classes()
                .that()
                .haveFullyQualifiedName("dev.mayfly.engine.read.Document")
                .should()
                .haveOnlyFinalFields()
                .andShould(Calls.havePrivateOrPackageConstructors())
                .check(TheHouse.CLASSES);
    }

    private static DescribedPredicate<JavaClass> dependOn(DescribedPredicate<JavaClass> those) {
        return DescribedPredicate.describe(
                "depend on " + those.getDescription(),
                each -> each.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency -> those.test(dependency.getTargetClass())));
    }

    /**
     * How the engine works is its own affair, however many rooms it has: others see the values that these rooms take and
     * return.
     */
    @Test
    void storedDocumentsAndCommitsStayInTheEngine() {
        DescribedPredicate<JavaClass> values = named(
                "dev.mayfly.engine",
                ".commit.Announcement",
                ".write.Decider",
                ".write.KeyStateDecider",
                ".write.WriteOutcome",
                ".write.WriteRequest",
                ".write.IdempotencyRecord",
                ".definition.IndexBuild",
                ".definition.UndoPlan",
                ".sweep.PurgeBudget",
                ".sweep.Sweeper",
                ".sweep.SweepSettings",
                ".check.CheckFinding",
                ".check.CheckReport");
        DescribedPredicate<JavaClass> works = resideInAnyPackage(
                "dev.mayfly.engine.commit",
                "dev.mayfly.engine.write",
                "dev.mayfly.engine.definition",
                "dev.mayfly.engine.sweep",
                "dev.mayfly.engine.transaction",
                "dev.mayfly.engine.check");
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.mayfly.engine..")
                .should()
                .dependOnClassesThat(works.and(not(values))
                        .or(named("dev.mayfly.engine", ".document.StoredDocument", ".read.LiveGate")))
                .check(TheHouse.CLASSES);
    }

    /** Others hand an error on, or ask for its code; only one class knows which code is whose. */
    @Test
    void onlyMongoErrorsMapsTheEnginesErrors() {
        noClasses()
                .that()
                .resideInAPackage("dev.mayfly.face.mongo..")
                .and()
                .doNotBelongToAnyOf(MongoErrors.class)
                .and(dependOn(ONE_ERROR))
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(MongoCode.class)
                .allowEmptyShould(true)
                .check(TheHouse.CLASSES);
    }

    /** Each face words the engine's errors in one class; the others that name one act on it and tell no client. */
    @Test
    void eachFaceWordsTheEnginesErrorsInOneClass() {
        Map<String, Set<String>> naming = Map.of(
                "dev.mayfly.face.mongo", Set.of("MongoErrors", "CollationKeys", "FirstMatch", "Writes"),
                "dev.mayfly.face.cosmos", Set.of("CosmosErrors", "Bulk", "ItemTransactions"),
                "dev.mayfly.face.couchbase", Set.of("CouchbaseErrors"),
                "dev.mayfly.app.console",
                        Set.of(
                                "AdminErrors",
                                "HiddenCountCache",
                                "DoctorRoutes",
                                "EventStreams",
                                "ForecastMetrics",
                                "ForecastRoutes",
                                "PolicyRoutes",
                                "WebhookRunner"));
        naming.forEach((face, classes) -> noClasses()
                .that()
                .resideInAPackage(face + "..")
                .and(not(DescribedPredicate.describe(
                        "one of " + classes, each -> classes.stream().anyMatch(name -> isNamed(each, name)))))
                .should()
                .dependOnClassesThat(ONE_ERROR)
                .check(TheHouse.CLASSES));
    }

    private static boolean isNamed(JavaClass each, String name) {
        String simple = each.getName().substring(each.getName().lastIndexOf('.') + 1);
        return simple.equals(name) || simple.startsWith(name + "$");
    }

    /** A face tells the console what it needs to know. Only what builds the faces names them, and only in the server. */
    @Test
    void consoleAndServerDecideByNoFacesName() throws IOException {
        Set<String> faces = Set.of("mongo", "cosmos", "couchbase");
        DescribedPredicate<JavaClass> builders = named(
                "dev.mayfly.app.server",
                ".MayflyServer",
                ".MongoParts",
                ".CosmosParts",
                ".CouchbaseParts",
                ".demo.Demo");
        List<String> deciding = new ArrayList<>();
        for (JavaClass each : TheHouse.CLASSES) {
            if (resideInAnyPackage("dev.mayfly.app.console..", "dev.mayfly.app.server..")
                            .and(not(builders))
                            .test(each)
                    && constants(each).anyMatch(faces::contains)) {
                deciding.add(each.getName());
            }
        }
        assertEquals(List.of(), deciding);
    }

    /** The texts of a class that its code loads, be it to compare or to show them. */
    private static Stream<String> constants(JavaClass each) throws IOException {
        try (InputStream bytes = each.getSource().orElseThrow().getUri().toURL().openStream()) {
            return StreamSupport.stream(
                            ClassFile.of()
                                    .parse(bytes.readAllBytes())
                                    .constantPool()
                                    .spliterator(),
                            false)
                    .filter(StringEntry.class::isInstance)
                    .map(entry -> ((StringEntry) entry).stringValue());
        }
    }

    /**
     * How texts compare comes with a request: what compares values of MongoDB's language asks the collation that it was
     * given. Only what speaks of no texts, or of identity, asks the simple one.
     */
    @Test
    void mongoComparesByTheCollationOfItsRequest() {
        String language = "dev.mayfly.face.mongo.language";
        noClasses()
                .that()
                .resideInAPackage("dev.mayfly.face.mongo..")
                .and()
                .resideOutsideOfPackage(language + ".value")
                .and(not(named(language, ".filter.Comparison", ".filter.InSet", ".filter.NumberRules")))
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("dev.mayfly.base.document.ValueOrder")
                .check(TheHouse.CLASSES);
        noClasses()
                .that()
                .resideInAPackage(language + "..")
                .and()
                .resideOutsideOfPackage(language + ".value")
                .and(not(named(
                        language,
                        ".filter.Intervals",
                        ".plan.Planner",
                        ".plan.PlannerIndex",
                        ".expression.Variables",
                        ".filter.UnorderedValues",
                        ".aggregation.DensifyRange",
                        ".aggregation.GraphLookupStage",
                        ".aggregation.window.WindowBounds",
                        ".update.DocumentIdentity")))
                .should()
                .accessField("dev.mayfly.face.mongo.language.value.Collation", "SIMPLE")
                .check(TheHouse.CLASSES);
    }

    private static DescribedPredicate<JavaClass> named(String folder, String... names) {
        return DescribedPredicate.describe(
                "one of " + Arrays.toString(names),
                each -> Arrays.stream(names).anyMatch(name -> isWithin(each, folder + name)));
    }

    private static boolean isWithin(JavaClass each, String name) {
        return each.getName().equals(name) || each.getName().startsWith(name + "$");
    }
}
