import {
  type ClassDeclaration,
  type EnumDeclaration,
  type InterfaceDeclaration,
  Node,
  type SourceFile,
  type TypeAliasDeclaration,
  type TypeNode,
} from 'ts-morph';
import { HarnessFault } from '../../src/core/fault.ts';
import { joined, memberOf, nothing, type ObjectShape, type Shape } from './shape.ts';
import { type Declaration, type FileOpener, lookUp } from './type-names.ts';

/**
 * Reads the shape of a type of an SDK from its declaration files. It follows unions and aliases. `null`, `undefined`
 * and types without words or members count as nothing. It uses only the syntax, because checking these files takes a
 * minute.
 */
export class TypeReader {
  readonly #open: FileOpener;
  readonly #shapes = new Map<Declaration, Shape>();

  constructor(open: FileOpener) {
    this.#open = open;
  }

  /**
   * @param name of a type of the file, with members after dots: `RawMessageDeltaEvent.delta.stop_reason`
   * @throws HarnessFault when the SDK has no such type, or refers to one that is not found
   */
  read(file: SourceFile, name: string): Shape {
    const [type = '', ...steps] = name.split('.');
    const declarations = lookUp(file, [type], this.#open);
    if (declarations.length === 0) {
      throw new HarnessFault(
        `the SDK has no type ${type}`,
        file.getFilePath(),
        'say in scripts/sdk-drift where it is now',
      );
    }
    return steps.reduce(memberOf, this.#ofDeclarations(declarations));
  }

  #ofDeclarations(declarations: readonly Declaration[]): Shape {
    return joined(declarations.map((declaration) => this.#ofDeclaration(declaration)));
  }

  #ofDeclaration(declaration: Declaration): Shape {
    const known = this.#shapes.get(declaration);
    if (known !== undefined) {
      return known;
    }
    const shape = this.#readDeclaration(declaration);
    this.#shapes.set(declaration, shape);
    return shape;
  }

  #readDeclaration(declaration: Declaration): Shape {
    if (Node.isEnumDeclaration(declaration)) {
      return ofEnum(declaration);
    }
    if (Node.isTypeAliasDeclaration(declaration)) {
      return this.#ofAlias(declaration);
    }
    const own = this.#ofMembers(declaration, [...declaration.getProperties()]);
    const bases = this.#basesOf(declaration).flatMap(({ objects }) => objects);
    const members = new Map([...bases, own].flatMap(({ members: list }) => [...list]));
    return { words: [], objects: [{ definition: declaration, members }] };
  }

  #ofAlias(declaration: TypeAliasDeclaration): Shape {
    return this.#ofType(declaration.getTypeNode());
  }

  #basesOf(declaration: InterfaceDeclaration | ClassDeclaration): readonly Shape[] {
    const clauses = Node.isInterfaceDeclaration(declaration)
      ? declaration.getExtends()
      : [declaration.getExtends()].filter((clause) => clause !== undefined);
    return clauses.map((clause) =>
      this.#ofDeclarations(this.#named(clause, clause.getExpression().getText().split('.'))),
    );
  }

  #ofMembers(definition: object, properties: readonly PropertyNode[]): ObjectShape {
    const members = new Map<string, () => Shape>();
    for (const property of properties) {
      members.set(property.getName().replace(/^['"]|['"]$/g, ''), () => this.#ofType(property.getTypeNode()));
    }
    return { definition, members };
  }

  #ofType(type: TypeNode | undefined): Shape {
    if (type === undefined) {
      return nothing;
    }
    if (Node.isUnionTypeNode(type) || Node.isIntersectionTypeNode(type)) {
      return joined(type.getTypeNodes().map((part) => this.#ofType(part)));
    }
    if (Node.isParenthesizedTypeNode(type)) {
      return this.#ofType(type.getTypeNode());
    }
    if (Node.isArrayTypeNode(type)) {
      return this.#ofType(type.getElementTypeNode());
    }
    if (Node.isLiteralTypeNode(type)) {
      const literal = type.getLiteral();
      return Node.isStringLiteral(literal) ? { words: [literal.getLiteralValue()], objects: [] } : nothing;
    }
    if (Node.isTypeLiteral(type)) {
      return { words: [], objects: [this.#ofMembers(type, type.getProperties())] };
    }
    if (Node.isTypeReference(type)) {
      return this.#ofReference(type, type.getTypeName().getText().split('.'), type.getTypeArguments());
    }
    return nothing;
  }

  #ofReference(from: Node, name: readonly string[], parameters: readonly TypeNode[]): Shape {
    const [first = ''] = name;
    if (first === 'Array' || first === 'ReadonlyArray') {
      return this.#ofType(parameters[0]);
    }
    if (name.length === 1 && builtIn.has(first)) {
      return nothing;
    }
    return this.#ofDeclarations(this.#named(from, name));
  }

  #named(from: Node, name: readonly string[]): readonly Declaration[] {
    const found = lookUp(from, name, this.#open);
    if (found.length === 0) {
      throw new HarnessFault(
        `a type refers to ${name.join('.')}, which is not found`,
        from.getSourceFile().getFilePath(),
        'teach scripts/sdk-drift/type-names.ts how it is declared',
      );
    }
    return found;
  }
}

interface PropertyNode {
  readonly getName: () => string;
  readonly getTypeNode: () => TypeNode | undefined;
}

/** Types of the language that say nothing about words or members. */
const builtIn = new Set(['Record', 'Date', 'Blob', 'Uint8Array', 'Promise', 'Map', 'Response', 'Headers']);

function ofEnum(declaration: EnumDeclaration): Shape {
  const values = declaration.getMembers().map((member) => {
    const initializer = member.getInitializer();
    return Node.isStringLiteral(initializer) ? initializer.getLiteralValue() : member.getName();
  });
  return { words: values, objects: [] };
}
