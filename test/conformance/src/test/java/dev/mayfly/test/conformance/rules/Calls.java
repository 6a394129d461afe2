package dev.mayfly.test.conformance.rules;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.List;

/** Calls, and references to what could be called, as conditions of a rule. */
final class Calls {
    private static final String CONSTRUCTOR = "<init>";

    private Calls() {}

    static DescribedPredicate<AccessTarget> constructor(String owner) {
        return DescribedPredicate.describe(
                "constructors of " + owner,
                target -> target.getName().equals(CONSTRUCTOR)
                        && target.getOwner().getFullName().equals(owner));
    }

    /** Methods of a class by their names, whatever they take. */
    static DescribedPredicate<AccessTarget> methods(Class<?> owner, String... names) {
        List<String> wanted = Arrays.asList(names);
        return DescribedPredicate.describe(
                owner.getSimpleName() + "." + wanted,
                target -> wanted.contains(target.getName())
                        && target.getOwner().getFullName().equals(owner.getName()));
    }

    /** A method or constructor that takes exactly this. */
    static DescribedPredicate<AccessTarget> exactly(Class<?> owner, String name, Class<?>... parameters) {
        List<String> wanted = Arrays.stream(parameters).map(Class::getName).toList();
        return DescribedPredicate.describe(
                owner.getSimpleName() + "." + name + wanted,
                target -> target.getName().equals(name)
                        && target.getOwner().getFullName().equals(owner.getName())
                        && target instanceof AccessTarget.CodeUnitAccessTarget unit
                        && unit.getRawParameterTypes().stream()
                                .map(JavaClass::getFullName)
                                .toList()
                                .equals(wanted));
    }

    static DescribedPredicate<AccessTarget> newOne(Class<?> owner, Class<?>... parameters) {
        return exactly(owner, CONSTRUCTOR, parameters);
    }

    /** Classes that call what the predicate describes, or hold a reference to it. */
    static ArchCondition<JavaClass> of(String what, DescribedPredicate<AccessTarget> target) {
        return new ArchCondition<>(what) {
            @Override
            public void check(JavaClass each, ConditionEvents events) {
                for (JavaAccess<?> access : each.getAccessesFromSelf()) {
                    if (target.test(access.getTarget())) {
                        events.add(SimpleConditionEvent.satisfied(each, access.getDescription()));
                    }
                }
            }
        };
    }

    static ArchCondition<JavaClass> havePrivateOrPackageConstructors() {
        return new ArchCondition<>("have no constructor that others can call") {
            @Override
            public void check(JavaClass each, ConditionEvents events) {
                each.getConstructors().forEach(constructor -> {
                    boolean open = constructor.getModifiers().contains(JavaModifier.PUBLIC)
                            || constructor.getModifiers().contains(JavaModifier.PROTECTED);
                    events.add(new SimpleConditionEvent(each, !open, constructor.getDescription()));
                });
            }
        };
    }
}
