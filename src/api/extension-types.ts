// apiextensions.k8s.io/v1 and apiregistration.k8s.io/v1 (1.36): no OpenAPI document here describes them, and what a body is
// must be known before anybody works with it. In the format of generated/schema-data.ts; `!` keeps a zero, as pointers do.

const PROPS = `id s|$schema s|$ref s!|description s|type s|format s|title s|default a|maximum d!|exclusiveMaximum b|minimum d!|exclusiveMinimum b|maxLength l!|minLength l!|pattern s|maxItems l!|minItems l!|uniqueItems b|multipleOf d!|enum []a|maxProperties l!|minProperties l!|required []s|items #JSONSchemaProps|allOf []#JSONSchemaProps|oneOf []#JSONSchemaProps|anyOf []#JSONSchemaProps|not #JSONSchemaProps|properties {}#JSONSchemaProps|additionalProperties #JSONSchemaPropsOrBool|patternProperties {}#JSONSchemaProps|dependencies {}a|additionalItems #JSONSchemaPropsOrBool|definitions {}#JSONSchemaProps|externalDocs #ExternalDocumentation|example a|nullable b|x-kubernetes-preserve-unknown-fields b!|x-kubernetes-embedded-resource b|x-kubernetes-int-or-string b|x-kubernetes-list-map-keys []s|x-kubernetes-list-type s!|x-kubernetes-map-type s!|x-kubernetes-validations []#ValidationRule`;

const OBJECT = 'apiVersion s|kind s|metadata #ObjectMeta d={}';
const CONDITION =
  'type s! d="" g=v1.TYPE|status s! d="" g=v1.ConditionStatus|lastTransitionTime t|reason s|message s|observedGeneration l';

export const EXTENSION_TYPES = `
JSONSchemaProps v1.JSONSchemaProps|${PROPS}
JSONSchemaPropsOrBool v1.JSONSchemaPropsOrBool|${PROPS}
ExternalDocumentation v1.ExternalDocumentation|description s|url s
ValidationRule v1.ValidationRule|rule s! d=""|message s|messageExpression s|reason s! g=v1.FieldValueErrorReason|fieldPath s|optionalOldSelf b!
CustomResourceDefinition v1.CustomResourceDefinition|${OBJECT}|spec #CustomResourceDefinitionSpec|status #CustomResourceDefinitionStatus
CustomResourceDefinitionSpec v1.CustomResourceDefinitionSpec|group s! d=""|names #CustomResourceDefinitionNames! d={}|scope s! d="" g=v1.ResourceScope|versions []#CustomResourceDefinitionVersion!|conversion #CustomResourceConversion|preserveUnknownFields b
CustomResourceDefinitionNames v1.CustomResourceDefinitionNames|plural s! d=""|singular s|shortNames []s|kind s! d=""|listKind s|categories []s
CustomResourceDefinitionVersion v1.CustomResourceDefinitionVersion|name s! d=""|served b! d=false|storage b! d=false|deprecated b|deprecationWarning s!|schema #CustomResourceValidation|subresources #CustomResourceSubresources|additionalPrinterColumns []#CustomResourceColumnDefinition|selectableFields []#SelectableField
CustomResourceValidation v1.CustomResourceValidation|openAPIV3Schema #JSONSchemaProps
CustomResourceSubresources v1.CustomResourceSubresources|status #CustomResourceSubresourceStatus|scale #CustomResourceSubresourceScale
CustomResourceSubresourceStatus v1.CustomResourceSubresourceStatus
CustomResourceSubresourceScale v1.CustomResourceSubresourceScale|specReplicasPath s! d=""|statusReplicasPath s! d=""|labelSelectorPath s!
CustomResourceColumnDefinition v1.CustomResourceColumnDefinition|name s! d=""|type s! d=""|format s|description s|priority i|jsonPath s! d=""
SelectableField v1.SelectableField|jsonPath s! d=""
CustomResourceConversion v1.CustomResourceConversion|strategy s! d="" g=v1.ConversionStrategyType|webhook #WebhookConversion
WebhookConversion v1.WebhookConversion|clientConfig #WebhookClientConfig|conversionReviewVersions []s!
CustomResourceDefinitionStatus v1.CustomResourceDefinitionStatus|conditions []#CustomResourceDefinitionCondition!|acceptedNames #CustomResourceDefinitionNames!|storedVersions []s!|observedGeneration l
CustomResourceDefinitionCondition v1.CustomResourceDefinitionCondition|${CONDITION.replace('TYPE', 'CustomResourceDefinitionConditionType')}
APIService v1.APIService|${OBJECT}|spec #APIServiceSpec d={}|status #APIServiceStatus
APIServiceSpec v1.APIServiceSpec|service #APIServiceReference|group s|version s|insecureSkipTLSVerify b|caBundle y|groupPriorityMinimum i! d=0|versionPriority i! d=0
APIServiceReference v1.ServiceReference|namespace s|name s|port i!
APIServiceStatus v1.APIServiceStatus|conditions []#APIServiceCondition
APIServiceCondition v1.APIServiceCondition|${CONDITION.replace('TYPE', 'APIServiceConditionType')}
`;
